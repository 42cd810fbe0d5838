import type { Challenge } from '../../contract/challenges.ts';
import { challengeState } from '../challenges/challenge-texts.ts';

/** Returns whether a board is past, current or future; an activity logged today counts only on a current board. */
export function boardState(
  { periodModifier = 0 }: { periodModifier?: number },
  challenge: Challenge | undefined,
): 'upcoming' | 'onNow' | 'finished' {
  if (challenge) return challengeState(challenge);
  if (periodModifier === 0) return 'onNow';
  return periodModifier > 0 ? 'upcoming' : 'finished';
}
