import type { Challenge } from '../../contract/challenges.ts';
import { challengeState } from '../challenges/challenge-texts.ts';

/** Returns whether a board is current, so that an activity logged today counts on it, or is past or future. */
export function boardState(
  { periodModifier = 0 }: { periodModifier?: number },
  challenge: Challenge | undefined,
): 'upcoming' | 'onNow' | 'finished' {
  if (challenge) return challengeState(challenge);
  if (periodModifier === 0) return 'onNow';
  return periodModifier > 0 ? 'upcoming' : 'finished';
}
