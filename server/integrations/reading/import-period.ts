import { Temporal } from 'temporal-polyfill';
import { currentChallenge } from '../../challenges/challenge.ts';
import type { Db } from '../../db/db.ts';
import type { ConnectedAccountRow } from '../connected-account.ts';
import type { Provider } from '../providers/provider.ts';

/**
 * By how many days a poll overlaps the previous one. Webhook events may be days late, and device clocks may be off by
 * even more.
 */
const overlapDays = 3;

/** How far a poll goes back at most, in days: every service can list this period in one request. */
const farthestDays = 30;

/**
 * Returns the time from which a first import reads: 30 days ago, or the first day of the current challenge if that is
 * earlier, but not further back than the service allows. Undefined if the service has no data from before the
 * connection.
 */
export async function startOfFirstImport(
  db: Db,
  provider: Provider,
  now: Temporal.Instant,
): Promise<Temporal.Instant | undefined> {
  if (provider.firstImportDays === 0) return undefined;
  const usual = daysBefore(now, Math.min(farthestDays, provider.firstImportDays));
  const challenge = await currentChallenge(db, now);
  if (!challenge) return usual;
  const firstDay = Temporal.PlainDate.from(challenge.starts_on)
    .toZonedDateTime(challenge.time_zone)
    .toInstant();
  return later(daysBefore(now, provider.firstImportDays), earlier(usual, firstDay));
}

/**
 * Returns the time from which a poll reads: a little before the end of the previous one, and before the given time. It
 * never goes back too far: workouts that the service no longer lists are not necessarily deleted.
 */
export function startOfPoll(
  provider: Provider,
  { polled_at: polledAt, coupled_at: coupledAt }: ConnectedAccountRow,
  reportedSince: Temporal.Instant,
  now: Temporal.Instant,
): Temporal.Instant {
  // If nothing was ever listed completely, the poll also covers the period of the first import.
  const before = polledAt ?? daysBefore(coupledAt, Math.max(provider.firstImportDays - overlapDays, 0));
  return later(daysBefore(now, farthestDays), daysBefore(earlier(before, reportedSince), overlapDays));
}

const daysBefore = (moment: Temporal.Instant, days: number) => moment.subtract({ hours: days * 24 });

const earlier = (one: Temporal.Instant, other: Temporal.Instant) =>
  Temporal.Instant.compare(one, other) < 0 ? one : other;

const later = (one: Temporal.Instant, other: Temporal.Instant) => (earlier(one, other) === one ? other : one);
