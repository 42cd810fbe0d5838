import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Platform } from '../../contract/couplings.ts';
import type { Db } from '../db/db.ts';
import { ProviderError } from './providers/provider-error.ts';
import type { UsageMeter, UsageWindow } from './providers/usage-meter.ts';
import type { Urgency } from './reading/account-reads.ts';

/**
 * The share of a service's calls that reads of each urgency may use at the start of a window. Polls leave
 * most calls to events, and first imports leave some to people who are already connected. The part reserved
 * for more urgent reads shrinks with the square root of the time left in the window: slowly at first, because
 * most people exercise in the evening, and finally to zero, so that no calls are wasted.
 */
const shares: Record<Urgency, number> = { event: 1, first: 0.7, poll: 0.3 };

/** Two reports describe the same window if the reported end times differ by fewer seconds than this. */
const sameEndSeconds = 60;

/**
 * Counts calls to a service in the database. When a window ends, the next one is assumed to have the same
 * length and limit until the service reports its own values. `clock` returns the current time.
 */
export function usageMeter(
  db: Db,
  platform: Platform,
  urgency: Urgency,
  clock: () => Temporal.Instant,
): UsageMeter {
  const share = shares[urgency];
  return {
    async take() {
      const now = sql`${clock().toString()}::timestamptz`;
      const { rows } = await sql<{ until: Temporal.Instant | null }>`
        with live as (
          select name, seconds, allowed,
            case when ends_at > ${now} then used else 0 end as used,
            case when ends_at > ${now} then ends_at else ends_at + make_interval(
              secs => seconds * (floor(extract(epoch from ${now} - ends_at) / seconds) + 1)) end as ends_at
          from service_usage where platform = ${platform}
          order by name for update
        ), shared as (
          select *, ceil(allowed * (1 - ${1 - share}::float8
            * sqrt(extract(epoch from ends_at - ${now})::float8 / seconds))) as most
          from live
        ), taken as (
          update service_usage set used = shared.used + 1, ends_at = shared.ends_at from shared
          where platform = ${platform} and service_usage.name = shared.name
            and not exists (select from shared where shared.used >= shared.most)
        )
        select max(ends_at) as until from shared where used >= most`.execute(db);
      const until = rows[0]?.until;
      if (until)
        throw new ProviderError('quota', `${platform}: no calls left for reads of this urgency`, {
          retryAt: until,
        });
    },
    async giveBack() {
      await sql`
        with live as (
          select name from service_usage
          where platform = ${platform} and ends_at > ${clock().toString()}::timestamptz
          order by name for update
        )
        update service_usage set used = greatest(used - 1, 0) from live
        where platform = ${platform} and service_usage.name = live.name`.execute(db);
    },
    note: (windows) => noteWindows(db, platform, windows),
  };
}

/**
 * Stores the windows that a service reports. The count of a window never falls, because it includes calls
 * that the service has not received yet.
 */
async function noteWindows(db: Db, platform: Platform, windows: UsageWindow[]): Promise<void> {
  if (windows.length === 0) return;
  const column = <Value>(of: (window: UsageWindow) => Value) => windows.map(of);
  await sql`
    insert into service_usage (platform, name, used, allowed, seconds, ends_at)
    select ${platform}, * from unnest(${column(({ name }) => name)}::text[],
      ${column(({ used }) => storable(used))}::int[], ${column(({ allowed }) => storable(allowed))}::int[],
      ${column(({ seconds }) => seconds)}::int[],
      ${column(({ endsAt }) => endsAt.toString())}::timestamptz[]) as reported (name)
    order by name
    on conflict (platform, name) do update set
      allowed = excluded.allowed, seconds = excluded.seconds, ends_at = excluded.ends_at,
      used = case
        when abs(extract(epoch from service_usage.ends_at - excluded.ends_at)) < ${sameEndSeconds}
        then greatest(service_usage.used, excluded.used) else excluded.used end`.execute(db);
}

/** Converts a reported number of calls to one that fits the database's integer column. */
const storable = (calls: number) => Math.min(Math.max(Math.trunc(calls), 0), 2 ** 31 - 1);

/** Returns the windows that a service last reported, including those that have ended. */
export async function usageOf(db: Db, platform: Platform): Promise<UsageWindow[]> {
  const rows = await db.selectFrom('service_usage').selectAll().where('platform', '=', platform).execute();
  return rows.map(({ name, used, allowed, seconds, ends_at }) => ({
    name,
    used,
    allowed,
    seconds,
    endsAt: ends_at,
  }));
}

/** Returns the time until which a service accepts no calls at all; undefined if it accepts calls now. */
export async function quotaExhaustedUntil(
  db: Db,
  platform: Platform,
  now: Temporal.Instant,
): Promise<Temporal.Instant | undefined> {
  const time = sql`${now.toString()}::timestamptz`;
  const { rows } = await sql<{ until: Temporal.Instant | null }>`
    select max(until) as until from (
      select until from service_pauses where platform = ${platform}
      union all
      select ends_at from service_usage where platform = ${platform} and used >= allowed
    ) as stops
    where until > ${time}`.execute(db);
  return rows[0]?.until ?? undefined;
}
