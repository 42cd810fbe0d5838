import { type Selectable, sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import type { Platform } from '../../../contract/couplings.ts';
import type { Db } from '../../db/db.ts';
import type { Tables } from '../../db/tables.ts';
import { detailsOf } from '../../db/workout-details.ts';
import { isAtService } from '../account-key.ts';

/** What to read from a service for a connected account. */
const Read = z.discriminatedUnion('kind', [
  /** One workout, in its current state. */
  z.object({ kind: z.literal('workout'), externalId: z.string() }),
  /** All workouts that started between two times. */
  z.object({ kind: z.literal('period'), from: z.string(), until: z.string() }),
  /** The workouts at an address that the service has sent. */
  z.object({ kind: z.literal('address'), address: z.string(), isEdited: z.boolean() }),
  /** Whether the consent is still valid. */
  z.object({ kind: z.literal('consent') }),
  /** All workouts from before the account was connected, as far back as a first import goes. */
  z.object({ kind: z.literal('first') }),
  /** All recent workouts, in case a webhook event was lost. */
  z.object({ kind: z.literal('poll') }),
]);
export type Read = z.infer<typeof Read>;

/** How urgent a read is, the most urgent first: what an event reported, a first import, and a poll for lost events. */
export const urgencies = ['event', 'first', 'poll'] as const;
export type Urgency = (typeof urgencies)[number];

/** A read as stored. */
export interface StoredRead {
  id: number;
  accountId: number;
  read: Read;
  urgency: Urgency;
  reportedAt: Temporal.Instant;
  reports: number;
  failures: number;
}

/**
 * Returns the columns that say what to read from which service. In employer-blind mode, both are encrypted; the
 * same read always gets the same text, so that it is still stored only once.
 */
export function storedRead(db: Db, account: { id: number; platform: Platform }, read: Read) {
  const what = JSON.stringify(read);
  const encrypted = detailsOf(db)?.encryptRepeatably(placeOf(account.id), what);
  return encrypted
    ? { platform: '', what: JSON.stringify({ encrypted }) }
    : { platform: account.platform, what };
}

const placeOf = (accountId: number) => `read of ${accountId}`;

/** Returns an SQL condition for the accounts for which reads are due. */
const isDue = (now: Temporal.Instant) =>
  sql<boolean>`id in (select account_id from account_reads where due_at <= ${now.toString()}::timestamptz)`;

/**
 * Stores what must be read for an account. A read that is already waiting is not stored again, so repeated
 * events cost only one call to the service.
 */
export async function addRead(
  db: Db,
  account: { id: number; platform: Platform },
  read: Read,
  urgency: Urgency,
  now: Temporal.Instant,
): Promise<void> {
  const { platform, what } = storedRead(db, account, read);
  await sql`
    insert into account_reads (account_id, platform, what, urgency, noticed_at, due_at)
    values (${account.id}, ${platform}, ${what}::jsonb, ${urgencies.indexOf(urgency)},
      ${now.toString()}::timestamptz, ${now.toString()}::timestamptz)
    on conflict (account_id, md5(what::text)) do update
      set reports = account_reads.reports + 1, urgency = least(account_reads.urgency, excluded.urgency)`.execute(
    db,
  );
}

/**
 * How long a process may take for the reads that it has claimed, in seconds. A process that takes longer must
 * have crashed, and another process claims its reads.
 */
const claimSeconds = 300;

/**
 * Claims all due reads of up to `accounts` accounts. Chooses the accounts with the most urgent reads first,
 * then those whose reads were reported first. Returns the reads grouped by account.
 */
export async function claimReads(
  db: Db,
  platform: Platform,
  accounts: number,
  now: Temporal.Instant,
): Promise<StoredRead[][]> {
  const isOfService = await isAtService(db, platform, 'account_id', isDue(now));
  const { rows } = await sql<Selectable<Tables['account_reads']>>`
    with turn as (
      select account_id from account_reads
      where ${isOfService} and due_at <= ${now.toString()}::timestamptz
      group by account_id
      order by min(urgency), min(noticed_at), account_id
      limit ${accounts}
    ), free as (
      select id from account_reads
      where account_id in (select account_id from turn) and due_at <= ${now.toString()}::timestamptz
      for update skip locked
    )
    update account_reads set due_at = ${now.add({ seconds: claimSeconds }).toString()}::timestamptz
    from free where account_reads.id = free.id
    returning account_reads.*`.execute(db);
  return [
    ...Map.groupBy(
      rows.map((row) => readOf(db, row)),
      ({ accountId }) => accountId,
    ).values(),
  ];
}

const readOf = (db: Db, row: Selectable<Tables['account_reads']>): StoredRead => ({
  id: Number(row.id),
  accountId: row.account_id,
  read: Read.parse(decrypted(db, row)),
  urgency: urgencies[row.urgency] ?? 'poll',
  reportedAt: row.noticed_at,
  reports: row.reports,
  failures: row.failures,
});

function decrypted(db: Db, { account_id: id, what }: Selectable<Tables['account_reads']>): unknown {
  const details = detailsOf(db);
  if (!details) return what;
  return JSON.parse(details.decrypt(placeOf(id), (what as { encrypted: string }).encrypted));
}

/** Deletes finished reads. A read that was reported again while it ran becomes due again. */
export async function finishReads(db: Db, reads: StoredRead[], now: Temporal.Instant): Promise<void> {
  if (reads.length === 0) return;
  const ids = reads.map(({ id }) => id);
  const reports = reads.map((read) => read.reports);
  await sql`
    with done as (
      delete from account_reads
      using unnest(${ids}::bigint[], ${reports}::int[]) as read (id, reports)
      where account_reads.id = read.id and account_reads.reports = read.reports
      returning account_reads.id
    )
    update account_reads set due_at = ${now.toString()}::timestamptz
    where id = any(${ids}::bigint[]) and id not in (select id from done)`.execute(db);
}

/** Postpones claimed reads until the given time. */
export async function postponeReads(db: Db, reads: StoredRead[], until: Temporal.Instant): Promise<void> {
  const ids = reads.map(({ id }) => id);
  await sql`
    update account_reads set due_at = ${until.toString()}::timestamptz
    where id = any(${ids}::bigint[])`.execute(db);
}

/** Postpones all due reads of a service that have this urgency or a lower one. */
export async function postponeAll(
  db: Db,
  platform: Platform,
  urgency: Urgency,
  now: Temporal.Instant,
  until: Temporal.Instant,
): Promise<void> {
  const isOfService = await isAtService(db, platform, 'account_id', isDue(now));
  await sql`
    with free as (
      select id from account_reads
      where ${isOfService} and urgency >= ${urgencies.indexOf(urgency)}
        and due_at <= ${now.toString()}::timestamptz
      for update skip locked
    )
    update account_reads set due_at = ${until.toString()}::timestamptz
    from free where account_reads.id = free.id`.execute(db);
}

/** The longest pause between two attempts, in seconds. */
const longestPause = 30 * 60;

/**
 * A read is dropped after this many failures, which take about three days. If the service is polled, the next
 * poll finds the workouts.
 */
const mostFailures = 150;

/**
 * Postpones claimed reads after a failure: by 2 seconds, then 4, then 8, and so on up to half an hour. Drops
 * reads that have failed too often.
 */
export async function retryReads(db: Db, reads: StoredRead[], now: Temporal.Instant): Promise<void> {
  const [exhausted, others] = [true, false].map((isExhausted) =>
    reads.filter(({ failures }) => failures >= mostFailures === isExhausted),
  ) as [StoredRead[], StoredRead[]];
  await finishReads(db, exhausted, now);
  const ids = others.map(({ id }) => id);
  await sql`
    update account_reads set failures = failures + 1, due_at = ${now.toString()}::timestamptz
      + make_interval(secs => least(power(2, failures + 1), ${longestPause}::float8))
    where id = any(${ids}::bigint[])`.execute(db);
}
