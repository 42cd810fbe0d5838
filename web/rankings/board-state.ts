import type { Challenge } from '../../contract/challenges.ts';
import { challengeState } from '../challenges/challenge-texts.ts';

/** Whether what is logged today would count on a board, would have counted, or will. */
export function boardState(
  { periodModifier = 0 }: { periodModifier?: number },
  challenge: Challenge | undefined,
): 'upcoming' | 'onNow' | 'finished' {
  if (challenge) return challengeState(challenge);
  if (periodModifier === 0) return 'onNow';
  return periodModifier > 0 ? 'upcoming' : 'finished';
}
