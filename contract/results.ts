import * as z from 'zod/mini';
import { moment } from './kit/fields.ts';
import { operation } from './kit/operation.ts';
import { resource } from './kit/resource.ts';

/** The final results of a challenge: the hash lets anyone check a copy of the file. */
export const ChallengeResults = resource('ChallengeResults', {
  frozenAt: moment,
  /** SHA-256 of the file of results, as written by `sha256sum`. */
  sha256: z.string(),
  /** Length of the file. */
  bytes: z.int(),
});
export type ChallengeResults = z.infer<typeof ChallengeResults>;

export const one = operation({
  method: 'GET',
  path: '/platform/api/challenge_results/:uuid',
  summary: 'Returns when the results of a challenge were frozen, and the hash of their file; 404 until then.',
  access: 'participant',
  params: z.object({ uuid: z.uuid() }),
  answer: ChallengeResults,
});
