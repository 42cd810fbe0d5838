import { type RawBuilder, sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Db } from '../../db/db.ts';
import { detailsOf, storedMoment } from '../../db/workout-details.ts';
import { notFound } from '../../kit/problem-error.ts';
import { withOutliers } from '../../moderation/outlier.ts';
import { withStandings } from '../../rankings/standings-writes.ts';
import { countedMetres } from '../../sports/kilometres.ts';
import { type ActivityRow, activitiesOfOwners } from '../activity.ts';
import { applyDailyCaps } from '../counting/daily-caps.ts';
import {
  type EntryValues,
  entryColumns,
  entryRow,
  secondsOfDay,
  sportRefusalOf,
} from '../entries/entry-values.ts';
import { matchEntry } from '../matching/entry-match.ts';
import { matchRecords } from '../matching/matching.ts';
import { changeOf } from './activity-change.ts';
import { activityWithDetails, storedActivity } from './stored-activity.ts';

/** An organiser's change to an activity. */
export interface Correction {
  counts: boolean;
  /** Null removes the correction, so that the owner may change the activity again. */
  reason: string | null;
}

/** A manual entry that does not exist yet, and its owner. */
export interface NewEntry {
  personId: number;
  values: EntryValues;
}

/**
 * Adds a manual entry, updates every board and matches the entry with other records. Returns the activity's uuid. The
 * caller must hold the lock on the person's records, as for all functions in this file. Throws 422 if the sport cannot
 * be chosen, and a database error if the day would exceed 24 hours.
 */
export async function insertEntry(tx: Db, entry: NewEntry, now: Temporal.Instant): Promise<string> {
  const { personId, values } = entry;
  const [added] = await insertEntries(tx, [entry], sql`true`, now);
  if (!added) throw await sportRefusalOf(tx, values.sport_id);
  await matchEntry(tx, personId, added.id, [values.performed_on], now);
  return added.uuid;
}

/**
 * Adds the manual entries that need no further checks, and updates every board. Leaves out entries of people for whom
 * sources have reported records, of sports that cannot be chosen, and of days that would exceed 24 hours. The caller
 * passes these to `insertEntry`, which adds or refuses them. All entries must have different owners. Returns the
 * activities as their owners see them.
 */
export const insertPlainEntries = (
  tx: Db,
  entries: NewEntry[],
  now: Temporal.Instant,
): Promise<ActivityRow[]> =>
  insertEntries(
    tx,
    entries,
    sql`not exists (select from source_records where source_records.person_id = given.person_id)
      and not exists (
        select from day_times where day_times.person_id = given.person_id and day = given.performed_on
          and day_times.seconds + given.seconds > ${secondsOfDay}
      )`,
    now,
  );

async function insertEntries(
  tx: Db,
  entries: NewEntry[],
  condition: RawBuilder<unknown>,
  now: Temporal.Instant,
): Promise<ActivityRow[]> {
  // This statement cannot see the new rows in the table yet. So the final query gets them from a CTE with the table's
  // name; other CTEs that read the table itself must come before it.
  const { rows } = await sql<ActivityRow & { is_capped: boolean }>`
    with given as (${entryRows(tx, entries, now)}),
    entry as (
      insert into activities (person_id, created_at, ${entryColumns}, counted_metres)
      select person_id, ${storedMoment(tx, now).toString()}::timestamptz, ${entryColumns}, ${countedMetres(sql`given`)}
      from given join sports on sports.id = given.sport_id and sports.approved
      where ${condition}
      returning *
    ),
    change as (${changeOf(sql`entry`, 1)}),
    ${withStandings(now)},
    ${withOutliers(storedMoment(tx, now))},
    activities as (select * from entry)
    select added.*, daily_cap_metres is not null as is_capped
    from ${activitiesOfOwners(tx)} as added join sports on sports.id = sport_id`.execute(tx);
  const capped = rows.filter(({ is_capped }) => is_capped);
  if (capped.length === 0) return rows;
  await applyDailyCaps(
    tx,
    capped.map(({ person_id }) => person_id),
    capped.map(({ performed_on }) => performed_on),
    now,
  );
  const ids = rows.map(({ id }) => id);
  return activitiesOfOwners(tx).where(sql<boolean>`activities.id = any(${ids}::bigint[])`).execute();
}

/**
 * Returns SQL for a table with the values of new entries. Passes one JSON document instead of an array for each column,
 * because PostgreSQL would plan the statement again for each length of the arrays.
 */
function entryRows(tx: Db, entries: NewEntry[], now: Temporal.Instant) {
  const rows = entries.map(({ personId, values }) => ({
    person_id: personId,
    ...storedActivity(tx, personId, values, now),
  }));
  return sql`
    select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (
      person_id int, sport_id int, performed_on date, amount_type text, seconds int, metres int, steps int, info text,
      details text
    )`;
}

/**
 * Changes a manual entry for its owner or, with a correction, for an organiser. Updates every affected board and
 * matches the entry again. The entry may keep its sport even if the sport is no longer approved. Throws like
 * `insertEntry`.
 */
export async function changeEntry(
  tx: Db,
  id: number,
  values: EntryValues,
  now: Temporal.Instant,
  correction?: Correction,
): Promise<void> {
  const state = correction ? stateAfter(correction) : sql`before.counts, before.waits, before.correction`;
  const counts = correction ? sql`${correction.counts}::boolean` : sql`before.counts`;
  // A correction by an organiser opens no case.
  const outliers = correction ? sql`` : sql`, ${withOutliers(storedMoment(tx, now))}`;
  const before = detailsOf(tx) && (await activityWithDetails(tx, id));
  const stored = before ? storedActivity(tx, before.person_id, values, before.created_at) : values;
  const { rows } = await sql<{ person_id: number; performed_on: string }>`
    with given as (${entryRow(stored)}),
    before as (select * from activities where id = ${id} for update),
    entry as (
      update activities set (${entryColumns}, counts, waits, correction, counted_metres) = row(given.*, ${state},
        case when ${counts} then ${countedMetres(sql`given`, sql`before.steps_elsewhere`)} else 0 end)
      from given, before, sports
      where activities.id = before.id and sports.id = given.sport_id
        and (sports.approved or sports.id = before.sport_id)
      returning activities.*
    ),
    change as (
      ${changeOf(sql`before where exists (select from entry)`, -1)} union all ${changeOf(sql`entry`, 1)}
    ),
    ${withStandings(now)}${outliers}
    select distinct person_id, performed_on from change`.execute(tx);
  if (!rows[0]) throw await sportRefusalOf(tx, values.sport_id);
  const days = rows.map(({ performed_on }) => performed_on);
  await applyDailyCaps(tx, [rows[0].person_id], days, now);
  await matchEntry(tx, rows[0].person_id, id, days, now);
}

/**
 * Returns SQL for the three columns that a correction sets: whether the entry counts, whether it still waits for its
 * owner's answer, and the reason.
 */
const stateAfter = ({ counts, reason }: Correction) => sql`
  ${counts}::boolean, before.waits and not ${counts}::boolean and ${reason}::text is null, ${reason}::text`;

/**
 * Stores the reason for an organiser's correction. While there is a reason, the owner cannot change the
 * activity.
 */
export async function setCorrectionReason(tx: Db, id: number, reason: string | null): Promise<void> {
  await tx.updateTable('activities').set({ correction: reason }).where('id', '=', id).execute();
}

/**
 * Removes a manual activity and updates every board. Other sources' records of the workout then count as an activity of
 * their own. The caller must have locked the person's records. Throws 404 if the activity does not exist.
 */
export async function removeEntry(
  tx: Db,
  personId: number,
  uuid: string,
  now: Temporal.Instant,
): Promise<void> {
  const group = await tx
    .selectFrom('source_records')
    .innerJoin('activities', 'activities.id', 'activity_id')
    .select(['source_records.id', 'source_records.source', 'source_records.performed_on'])
    .where('activities.uuid', '=', uuid)
    .where('activities.source', '=', 'manual')
    .execute();
  const typed = group.filter(({ source }) => source === 'manual').map(({ id }) => id);
  if (typed.length > 0)
    await tx.deleteFrom('source_records').where(sql<boolean>`id = any(${typed}::bigint[])`).execute();
  const { rows } = await sql<{ performed_on: string }>`
    with entry as (delete from activities where uuid = ${uuid} and source = 'manual' returning *),
    change as (${changeOf(sql`entry`, -1)}),
    ${withStandings(now)}
    select performed_on from entry`.execute(tx);
  if (!rows[0]) throw notFound();
  const days = [...rows, ...group].map(({ performed_on }) => performed_on);
  await applyDailyCaps(tx, [personId], days, now);
  if (group.length > 0) await matchRecords(tx, personId, { days }, now);
}
