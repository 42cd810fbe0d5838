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

/**
 * How far back a poll goes at most, in days. Polar lists no older workouts, and Garmin accepts no longer
 * period in one request.
 */
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
 * Returns the time from which a poll reads: three days before the previous poll, or before `reportedSince` if
 * that is earlier. The poll goes back at most 30 days, because older workouts may be missing from the
 * service's list without having been deleted.
 */
export function startOfPoll(
  provider: Provider,
  { polled_at: polledAt, coupled_at: coupledAt }: ConnectedAccountRow,
  reportedSince: Temporal.Instant,
  now: Temporal.Instant,
): Temporal.Instant {
  // If no list has been read to its end yet, the poll also replaces the first import.
  const before = polledAt ?? daysBefore(coupledAt, Math.max(provider.firstImportDays - overlapDays, 0));
  return later(daysBefore(now, farthestDays), daysBefore(earlier(before, reportedSince), overlapDays));
}

const daysBefore = (moment: Temporal.Instant, days: number) => moment.subtract({ hours: days * 24 });

const earlier = (one: Temporal.Instant, other: Temporal.Instant) =>
  Temporal.Instant.compare(one, other) < 0 ? one : other;

const later = (one: Temporal.Instant, other: Temporal.Instant) => (earlier(one, other) === one ? other : one);
