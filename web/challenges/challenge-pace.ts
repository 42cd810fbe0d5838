import type { Challenge, ChallengeProgress } from '../../contract/challenges.ts';

const day = 86_400_000;

/** The pace of a challenge, in kilometres per day. */
export interface Pace {
  /** The remaining days, including today. */
  daysLeft: number;
  soFar: number;
  /** The kilometres per day needed to reach the target on the last day; undefined once the target is reached. */
  needed: number;
  /** The percentage of the target that the challenge will reach on the last day at the current pace. */
  expected: number;
}

/**
 * Returns the pace of a running challenge. The first day counts as a whole day, because the pace of the first hours
 * says little.
 */
export function paceOf(
  { startsAt, endsAt }: Pick<Challenge, 'startsAt' | 'endsAt'>,
  { progress, target }: Pick<ChallengeProgress, 'progress' | 'target'>,
  now = Date.now(),
): Pace | undefined {
  const [start, end] = [Date.parse(startsAt), Date.parse(endsAt)];
  if (now < start || now > end || target <= 0) return undefined;
  const soFar = progress / Math.max(1, (now - start) / day);
  const rest = (end - now) / day;
  return {
    daysLeft: Math.ceil(rest),
    soFar,
    needed: Math.max(0, target - progress) / Math.max(1, rest),
    expected: ((progress + soFar * rest) / target) * 100,
  };
}

/** Returns the number of days until a challenge starts, not counting today; undefined once it has started. */
export function daysUntil({ startsAt }: Pick<Challenge, 'startsAt'>, now = Date.now()): number | undefined {
  const rest = Date.parse(startsAt) - now;
  return rest > 0 ? Math.ceil(rest / day) : undefined;
}
