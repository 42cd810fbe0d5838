import * as z from 'zod/mini';
import { moment } from './kit/fields.ts';
import { operation } from './kit/operation.ts';
import { resource } from './kit/resource.ts';

/** The final results of a challenge. With the hash, anyone can check a copy of the results file. */
export const ChallengeResults = resource('ChallengeResults', {
  frozenAt: moment,
  /** The SHA-256 hash of the results file, in the format of `sha256sum`. */
  sha256: z.string(),
  /** The size of the results file. */
  bytes: z.int(),
});
export type ChallengeResults = z.infer<typeof ChallengeResults>;

export const one = operation({
  method: 'GET',
  path: '/platform/api/challenge_results/:uuid',
  summary:
    'Returns the time at which the results of a challenge were frozen, and the hash of the results file; 404 until then.',
  access: 'participant',
  params: z.object({ uuid: z.uuid() }),
  answer: ChallengeResults,
});
