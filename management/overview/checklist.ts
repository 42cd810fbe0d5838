import type { Answer } from '../../contract/kit/operation.ts';
import type * as checklist from '../../contract/managed/checklist.ts';

/** The checklist of an organiser's start page. */
export type Checklist = Answer<typeof checklist.read>;
