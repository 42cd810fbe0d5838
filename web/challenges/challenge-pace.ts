import type { Challenge, ChallengeProgress } from '../../contract/challenges.ts';

const day = 86_400_000;

/** The pace of a challenge, in kilometres a day. */
export interface Pace {
  /** Days to go, today included. */
  daysLeft: number;
  soFar: number;
  /** Kilometres a day needed to reach the target on the last day; undefined once it is reached. */
  needed: number;
  /** The percentage of the target that this pace reaches on the last day. */
  expected: number;
}

/** The pace of a running challenge, else undefined. Counts the first day as a whole one: an hour says little. */
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

/** The days until a challenge starts, today not included; undefined once it has started. */
export function daysUntil({ startsAt }: Pick<Challenge, 'startsAt'>, now = Date.now()): number | undefined {
  const rest = Date.parse(startsAt) - now;
  return rest > 0 ? Math.ceil(rest / day) : undefined;
}
