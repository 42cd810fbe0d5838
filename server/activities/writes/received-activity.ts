import { type RawBuilder, sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Amount } from '../../../contract/kilometres.ts';
import type { Db } from '../../db/db.ts';
import { detailsOf, storedMoment } from '../../db/workout-details.ts';
import { withOutliers } from '../../moderation/outlier.ts';
import { withStandings } from '../../rankings/standings-writes.ts';
import { countedMetres } from '../../sports/kilometres.ts';
import type { ActivityRow } from '../activity.ts';
import { applyDailyCaps } from '../counting/daily-caps.ts';
import { changeOf, isCapped } from './activity-change.ts';
import { activityWithDetails, storedActivity } from './stored-activity.ts';

/** The values that an activity takes from its counting record. */
export interface ReceivedValues {
  sport_id: number;
  performed_on: string;
  /** The type of the amount that counts. The other amounts are only displayed. */
  amount_type: Amount['amountType'];
  seconds: number | null;
  metres: number | null;
  steps: number | null;
  info: string | null;
  source: ActivityRow['source'];
  counts: boolean;
  /** Whether the activity may be the same workout as another, and waits for its owner's answer without counting. */
  waits: boolean;
  /** Set by `storedActivity`. */
  details?: string | null;
}

const columns = sql.raw(
  'sport_id, performed_on, amount_type, seconds, metres, steps, info, source, counts, waits, details, counted_metres',
);

/** Returns SQL for a one-row table with the values of an activity. */
const row = (values: ReceivedValues) => sql`
  select ${values.sport_id}::int as sport_id, ${values.performed_on}::date as performed_on,
    ${values.amount_type}::text as amount_type, ${values.seconds}::int as seconds,
    ${values.metres}::int as metres, ${values.steps}::int as steps, ${values.info}::text as info,
    ${values.source}::text as source, ${values.counts}::boolean as counts, ${values.waits}::boolean as waits,
    ${values.details ?? null}::text as details`;

const counted = (stepsElsewhere?: RawBuilder<unknown>) =>
  sql`case when given.counts then ${countedMetres(sql`given`, stepsElsewhere)} else 0 end`;

/**
 * Returns SQL that adds outliers to the inbox. In employer-blind mode, the activity's time is not stored, so it is
 * passed to the check.
 */
const outliersAmong = (tx: Db, { seconds }: ReceivedValues, now: Temporal.Instant) =>
  withOutliers(storedMoment(tx, now), detailsOf(tx) && { seconds });

/** Adds an activity with the values of its counting record, updates every board, and returns the activity's id. */
export async function insertReceived(
  tx: Db,
  personId: number,
  values: ReceivedValues,
  now: Temporal.Instant,
): Promise<number> {
  const { rows } = await sql<{ id: number; is_capped: boolean }>`
    with given as (${row(storedActivity(tx, personId, values, now))}),
    entry as (
      insert into activities (person_id, created_at, ${columns})
      select ${personId}, ${storedMoment(tx, now).toString()}::timestamptz, given.*, ${counted()}
      from given join sports on sports.id = given.sport_id
      returning *
    ),
    change as (${changeOf(sql`entry`, 1)}),
    ${withStandings(now)},
    ${outliersAmong(tx, values, now)}
    select id, ${isCapped} as is_capped from entry`.execute(tx);
  const { id, is_capped } = rows[0] as { id: number; is_capped: boolean };
  if (is_capped) await applyDailyCaps(tx, [personId], [values.performed_on], now);
  return id;
}

/** Updates an activity with the values of its counting record, and updates every affected board. */
export async function changeReceived(
  tx: Db,
  id: number,
  values: ReceivedValues,
  now: Temporal.Instant,
): Promise<void> {
  const before = detailsOf(tx) && (await activityWithDetails(tx, id));
  const stored = before ? storedActivity(tx, before.person_id, values, before.created_at) : values;
  const changed = await sql<ChangedDay>`
    with given as (${row(stored)}),
    before as (select * from activities where id = ${id} for update),
    entry as (
      update activities set (${columns}) = row(given.*, ${counted(sql`before.steps_elsewhere`)})
      from given, before, sports
      where activities.id = before.id and sports.id = given.sport_id
      returning activities.*
    ),
    change as (${changeOf(sql`before`, -1)} union all ${changeOf(sql`entry`, 1)}),
    ${withStandings(now)},
    ${outliersAmong(tx, values, now)}
    ${changedDays}`.execute(tx);
  await applyDailyCapsOfChange(tx, changed.rows, now);
}

/** Removes an activity that has no records left, and updates every board. */
export async function removeReceived(tx: Db, id: number, now: Temporal.Instant): Promise<void> {
  const changed = await sql<ChangedDay>`
    with entry as (delete from activities where id = ${id} returning *),
    change as (${changeOf(sql`entry`, -1)}),
    ${withStandings(now)}
    ${changedDays}`.execute(tx);
  await applyDailyCapsOfChange(tx, changed.rows, now);
}

/**
 * Sets whether an activity counts, and updates every board. The activity no longer waits afterwards. Throws a
 * database error if the activity is a manual entry and its day would exceed 24 hours.
 */
export async function setActivityCounts(
  tx: Db,
  id: number,
  counts: boolean,
  now: Temporal.Instant,
): Promise<void> {
  const changed = await sql<ChangedDay>`
    with before as (select * from activities where id = ${id} and (counts <> ${counts} or waits) for update),
    entry as (
      update activities set counts = ${counts}, waits = false, counted_metres =
        case when ${counts} then ${countedMetres(sql`before`, sql`before.steps_elsewhere`)} else 0 end
      from before join sports on sports.id = before.sport_id
      where activities.id = before.id
      returning activities.*
    ),
    change as (${changeOf(sql`before`, -1)} union all ${changeOf(sql`entry`, 1)}),
    ${withStandings(now)}
    ${changedDays}`.execute(tx);
  await applyDailyCapsOfChange(tx, changed.rows, now);
}

/** The day of a changed activity. If the change moved the activity, the old day and the new day each have a row. */
interface ChangedDay {
  person_id: number;
  performed_on: string;
  is_capped: boolean;
}

const changedDays = sql`select distinct person_id, performed_on, ${isCapped} as is_capped from change`;

async function applyDailyCapsOfChange(tx: Db, changed: ChangedDay[], now: Temporal.Instant): Promise<void> {
  const days = changed.map(({ performed_on }) => performed_on);
  if (changed[0]?.is_capped) await applyDailyCaps(tx, [changed[0].person_id], days, now);
}
