import type { Temporal } from 'temporal-polyfill';
import type { ChallengeState } from '../../contract/challenges.ts';

interface Timed {
  starts_on: string;
  ends_on: string;
  time_zone: string;
  closes_at: Temporal.Instant;
  frozen_at: Temporal.Instant | null;
}

/** Returns the state of a challenge at a point in time, according to the challenge's own time zone. */
export function stateOf(challenge: Timed, now: Temporal.Instant): ChallengeState {
  if (challenge.frozen_at || challenge.closes_at.epochMilliseconds <= now.epochMilliseconds) return 'frozen';
  const today = now.toZonedDateTimeISO(challenge.time_zone).toPlainDate().toString();
  if (today < challenge.starts_on) return 'coming';
  return today <= challenge.ends_on ? 'running' : 'grace';
}
