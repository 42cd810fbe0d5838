import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Platform } from '../../../contract/couplings.ts';
import type { Db } from '../../db/db.ts';
import { isAtService } from '../account-key.ts';
import type { IntegrationDependencies } from '../provider-access.ts';
import type { Provider } from '../providers/provider.ts';
import { type Read, storedRead, urgencies } from './account-reads.ts';

/**
 * The hours after which a weekly poll is due again: less than seven days, so that each account keeps its
 * weekday.
 */
const weekHours = 6.5 * 24;

/** How long a first import may take before a poll replaces it, in hours. */
const firstTakesHours = 24;

/** The hours over which the polls of a night are spread. */
const nightHours = 4;

/**
 * Schedules the night's polls and spreads them over `hours`. Accounts are polled every night, once a week or
 * never, depending on the service. A weekly poll is also due if events may have been missed since the last
 * poll. A poll replaces a first import that did not finish.
 */
export async function planPolls(work: IntegrationDependencies, hours = nightHours): Promise<void> {
  const { db, clock, providers } = work;
  const now = clock();
  for (const { platform, polling, firstImportDays } of Object.values(providers)) {
    const before = (passed: number) => sql`${now.subtract({ minutes: passed * 60 }).toString()}::timestamptz`;
    // The first import has not finished in time.
    const isUnread = sql`polled_at is null and coupled_at < ${before(firstTakesHours)}`;
    const isOld = sql`polled_at < ${before(weekHours)} or coalesce(polled_at, coupled_at) < (
      select missed_until from service_states where platform = ${platform})`;
    if (polling === 'nightly') await plan(db, platform, { kind: 'poll' }, sql`true`, now, hours);
    else if (polling === 'weekly')
      await plan(db, platform, { kind: 'poll' }, sql`(${isUnread}) or ${isOld}`, now, hours);
    else if (firstImportDays > 0) await plan(db, platform, { kind: 'poll' }, isUnread, now, hours);
  }
}

/**
 * Schedules a call for each account that is never polled, because services end a consent that is not used for
 * about three months. Spreads the calls over the night.
 */
export async function planRenewals({ db, clock, providers }: IntegrationDependencies): Promise<void> {
  const rarelyUsed = Object.values(providers).filter(({ polling }: Provider) => polling === 'never');
  for (const { platform } of rarelyUsed)
    await plan(db, platform, { kind: 'consent' }, sql`true`, clock(), nightHours);
}

/**
 * Schedules the same read for all active accounts that meet a condition, spread over `hours`. Accounts that
 * were polled longest ago come first.
 */
async function plan(
  db: Db,
  platform: Platform,
  read: Read,
  condition: ReturnType<typeof sql>,
  now: Temporal.Instant,
  hours: number,
): Promise<void> {
  const isActive = sql<boolean>`${await isAtService(db, platform, 'id')} and dead_since is null and (${condition})`;
  const accounts = await db.selectFrom('connected_accounts').select('id').where(isActive).execute();
  const stored = accounts.map(({ id }) => storedRead(db, { id, platform }, read));
  await sql`
    insert into account_reads (account_id, platform, what, urgency, noticed_at, due_at)
    select id, read_platform, what, ${urgencies.indexOf('poll')}, ${now.toString()}::timestamptz,
      ${now.toString()}::timestamptz + make_interval(secs => ${hours * 3600}::float8
        * (row_number() over (order by polled_at nulls first, id) - 1) / count(*) over ())
    from connected_accounts
    join unnest(
      ${accounts.map(({ id }) => id)}::int[], ${stored.map((one) => one.platform)}::text[],
      ${stored.map(({ what }) => what)}::jsonb[]
    ) as reads (account, read_platform, what) on account = id
    where ${isActive}
    on conflict do nothing`.execute(db);
}
