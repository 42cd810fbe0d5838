import { type RawBuilder, sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Activity, ActivityEntry } from '../../../contract/activities.ts';
import type { Db } from '../../db/db.ts';
import type { Iris } from '../../kit/iris.ts';
import type { Clock } from '../../kit/platform-day.ts';
import { notFound } from '../../kit/problem-error.ts';
import { withOutliers } from '../../moderation/outlier.ts';
import type { Person } from '../../people/person.ts';
import { withStandings } from '../../rankings/standings.ts';
import { noSocialCounts, type SocialCounts, socialCounts } from '../../social/social-counts.ts';
import { countedMetres } from '../../sports/counted-metres.ts';
import { labelsOfSport } from '../../sports/sport.ts';
import { mustBeTypedIn, mustNotBeCorrected } from '../access.ts';
import { findActivity, toActivity } from '../activity.ts';
import { recomputeCaps } from '../counting/daily-caps.ts';
import { lockRecords } from '../source-records/person-lock.ts';
import { noRecords, type RecordColumns } from '../source-records/record-columns.ts';
import { changeOf } from './activity-change.ts';
import {
  type EntryValues,
  entryColumns,
  entryRow,
  valuesOf,
  whySportIsRefused,
  withDayLimit,
} from './entry-values.ts';

/** An activity as the API returns it. */
export type Shown = Omit<Activity, '@context'>;
type Written = Omit<
  Parameters<typeof toActivity>[1],
  'shown_given_name' | 'shown_surname' | keyof SocialCounts | keyof RecordColumns
>;

/**
 * Logs a person's activity and updates every board. Throws 422 for a future date, for a sport that cannot be chosen, or
 * if the day would exceed 24 hours.
 */
export async function createActivity(
  db: Db,
  iris: Iris,
  person: Person,
  entry: ActivityEntry,
  clock: Clock,
): Promise<Shown> {
  const values = valuesOf(iris, entry, clock.today);
  const rows = await withDayLimit(db, person.id, values, 0, async () => {
    const written = await insertEntry(db, person, values, clock.now, sql`sports.daily_cap_metres is null`);
    if (written.length > 0) return written;
    // Applying a daily cap takes several statements, so lock the person's records first.
    return db.transaction().execute(async (tx) => {
      await lockRecords(tx, person.id);
      const capped = await insertEntry(tx, person, values, clock.now, sql`true`);
      await recomputeCaps(tx, person.id, [values.performed_on], clock.now);
      return withMetres(tx, capped);
    });
  });
  if (!rows[0]) throw await whySportIsRefused(db, values.sport_id);
  return toActivity(iris, { ...rows[0], ...ownName, ...noSocialCounts, ...noRecords }, person);
}

/**
 * Inserts an entry and returns its row. Inserts nothing if its sport is not approved or does not meet the SQL condition
 * `mayBe`.
 */
async function insertEntry(
  db: Db,
  person: Person,
  values: EntryValues,
  now: Temporal.Instant,
  mayBe: RawBuilder<unknown>,
): Promise<Written[]> {
  const { rows } = await sql<Written>`
    with given as (${entryRow(values)}),
    entry as (
      insert into activities (person_id, created_at, ${entryColumns}, counted_metres)
      select ${person.id}, ${now.toString()}::timestamptz, given.*, ${countedMetres(sql`given`)}
      from given join sports on sports.id = given.sport_id and sports.approved and ${mayBe}
      returning *
    ),
    change as (${changeOf(sql`entry`, 1)}),
    ${withStandings(now)},
    ${withOutliers(now)}
    select entry.*, ${labelsOfSport(db, sql.ref('entry.sport_id'))} as labels from entry`.execute(db);
  return rows;
}

/** Returns the inserted or updated row with its counted metres after the daily caps are applied. */
async function withMetres<Row extends { uuid: string; counted_metres: number }>(
  tx: Db,
  written: Row[],
): Promise<Row[]> {
  if (!written[0]) return written;
  const { counted_metres } = await tx
    .selectFrom('activities')
    .select('counted_metres')
    .where('uuid', '=', written[0].uuid)
    .executeTakeFirstOrThrow();
  return [{ ...written[0], counted_metres }];
}

/**
 * Changes one of the person's own activities and updates every affected board. Also returns the day of the activity
 * before the change. The activity may keep its sport even if the sport is no longer approved. Throws 422 in the same
 * cases as `createActivity`, 404 if the activity does not exist, and 403 if it belongs to somebody else, was received
 * or was corrected.
 */
export async function replaceActivity(
  db: Db,
  iris: Iris,
  person: Person,
  uuid: string,
  entry: ActivityEntry,
  clock: Clock,
): Promise<{ entry: Shown; dayBefore: string }> {
  const before = await findActivity(db, uuid, person);
  mustBeTypedIn(person, before);
  mustNotBeCorrected(before);
  const values = valuesOf(iris, entry, clock.today);
  const counts = socialCounts(sql.ref('entry.id'), person);
  const query = (tx: Db) =>
    sql<Written & SocialCounts>`
    with given as (${entryRow(values)}),
    before as (select * from activities where uuid = ${uuid} and source = 'manual' and correction is null for update),
    entry as (
      update activities set (${entryColumns}, counted_metres)
        = row(given.*, case when before.counts then ${countedMetres(sql`given`, sql`before.steps_elsewhere`)} else 0 end)
      from given, before, sports
      where activities.id = before.id and sports.id = given.sport_id
        and (sports.approved or sports.id = before.sport_id)
      returning activities.*
    ),
    change as (
      ${changeOf(sql`before where exists (select from entry)`, -1)} union all ${changeOf(sql`entry`, 1)}
    ),
    ${withStandings(clock.now)},
    ${withOutliers(clock.now)}
    select entry.*, ${labelsOfSport(tx, sql.ref('entry.sport_id'))} as labels,
      ${counts.amount_of_likes} as amount_of_likes, ${counts.liked_by_me} as liked_by_me,
      ${counts.amount_of_comments} as amount_of_comments
    from entry`.execute(tx);
  const freed = before.counts && before.performed_on === values.performed_on ? (before.seconds ?? 0) : 0;
  const days = [before.performed_on, values.performed_on];
  const rows = await withDayLimit(db, person.id, values, freed, () =>
    db.transaction().execute(async (tx) => {
      await lockRecords(tx, person.id);
      const written = (await query(tx)).rows;
      await recomputeCaps(tx, person.id, days, clock.now);
      return withMetres(tx, written);
    }),
  );
  if (!rows[0]) {
    // No row was updated. If the activity was removed, corrected or replaced by a service's record after the first
    // check, the checks below throw. Otherwise, the sport was rejected.
    const now = await findActivity(db, uuid, person);
    mustBeTypedIn(person, now);
    mustNotBeCorrected(now);
    throw await whySportIsRefused(db, values.sport_id);
  }
  return {
    entry: toActivity(iris, { ...rows[0], ...ownName, ...noRecords }, person),
    dayBefore: before.performed_on,
  };
}

/**
 * Removes one of the person's own activities, updates every board, and returns the day of the activity. Throws 404 if
 * the activity does not exist, and 403 if the person did not type it in.
 */
export async function removeActivity(
  db: Db,
  person: Person,
  uuid: string,
  now: Temporal.Instant,
): Promise<string> {
  mustBeTypedIn(person, await findActivity(db, uuid, person));
  return db.transaction().execute(async (tx) => {
    await lockRecords(tx, person.id);
    return removeEntry(tx, person.id, uuid, now);
  });
}

/**
 * Removes a manual activity, updates every board, and returns the day of the activity. The caller must have locked the
 * person's records. Throws 404 if the activity does not exist.
 */
export async function removeEntry(
  tx: Db,
  personId: number,
  uuid: string,
  now: Temporal.Instant,
): Promise<string> {
  const { rows } = await sql<{ performed_on: string }>`
    with entry as (delete from activities where uuid = ${uuid} and source = 'manual' returning *),
    change as (${changeOf(sql`entry`, -1)}),
    ${withStandings(now)}
    select performed_on from entry`.execute(tx);
  if (!rows[0]) throw notFound();
  await recomputeCaps(tx, personId, [rows[0].performed_on], now);
  return rows[0].performed_on;
}

/** `personReference` takes a viewer's own name from `viewer`, so these columns stay empty. */
const ownName = { shown_given_name: '', shown_surname: '' };
