import type { Challenge, ChallengeProgress } from '../../contract/challenges.ts';

const day = 86_400_000;

/** How a challenge goes, in kilometres a day. */
export interface Pace {
  /** Days to go, today included. */
  daysLeft: number;
  soFar: number;
  /** What it takes from now on to arrive on the last day; nothing where the target is reached. */
  needed: number;
  /** How much of the way is done on the last day, in percent, if it goes on like this. */
  expected: number;
}

/** The pace of a challenge that is on, or nothing. The first day counts as a whole one: an hour says little. */
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

/** The days until a challenge starts, today not included; nothing where it has started. */
export function daysUntil({ startsAt }: Pick<Challenge, 'startsAt'>, now = Date.now()): number | undefined {
  const rest = Date.parse(startsAt) - now;
  return rest > 0 ? Math.ceil(rest / day) : undefined;
}
