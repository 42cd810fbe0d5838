import type { Challenge } from '../../contract/challenges.ts';

/** Returns whether a day is in a challenge whose boards still change. */
export const isInOpenChallenge = (
  day: string,
  challenges: Pick<Challenge, 'startsAt' | 'endsAt' | 'state'>[],
): boolean =>
  challenges.some(
    // The two timestamps are in the time zone of the challenge, so they begin with the dates of its first and
    // last day.
    ({ startsAt, endsAt, state }) =>
      state !== 'frozen' && startsAt.slice(0, 10) <= day && day <= endsAt.slice(0, 10),
  );
