import { type Selectable, sql } from 'kysely';
import { Temporal } from 'temporal-polyfill';
import type { Source } from '../../../contract/activities.ts';
import type { Sport } from '../../../contract/sports.ts';
import type { Db } from '../../db/db.ts';
import type { Tables } from '../../db/tables.ts';
import { detailsOf, hiddenSource, storedMoment } from '../../db/workout-details.ts';
import { storableText } from '../../kit/storable-text.ts';
import { sportFor } from '../../sports/sport-mapping.ts';
import type { Comparable } from '../matching/similarity.ts';
import type { Workout } from './workout.ts';

/** A stored source record, with the type of its sport. */
export type RecordRow = Selectable<Tables['source_records']> & { type: Sport['type']; has_distance: boolean };

/** The steps of a whole day, for example from a phone. The latest number reported for a day counts. */
export interface DaySteps {
  day: Temporal.PlainDate;
  steps: number;
}

/** The columns of a record that come from its source. */
export type Reported = Omit<
  RecordRow,
  'id' | 'uuid' | 'person_id' | 'activity_id' | 'counting' | 'chosen' | 'details' | 'type' | 'has_distance'
>;

/** The maximum amounts of an activity. Larger reported values are reduced to these. */
const most = { seconds: 359_999, metres: 999_990, steps: 200_000 };
const longestText = 1000;

/** Returns the day of a workout, which is the local date of its start. */
export function dayOf({
  startedAt,
  utcOffsetMinutes,
}: Pick<Workout, 'startedAt' | 'utcOffsetMinutes'>): Temporal.PlainDate {
  return startedAt.add({ minutes: utcOffsetMinutes }).toZonedDateTimeISO('UTC').toPlainDate();
}

/** Converts a workout to the columns of a record. */
export async function reportedWorkout(
  tx: Db,
  personId: number,
  source: Source,
  workout: Workout,
  now: Temporal.Instant,
): Promise<Reported> {
  return {
    source,
    external_id: workout.externalId,
    sport_id: await sportFor(tx, source, workout.sportType, { personId, now }, workout.sportLabel),
    sport_type: storableText(workout.sportType, longestText),
    performed_on: dayOf(workout).toString(),
    started_at: workout.startedAt,
    elapsed_seconds: amount(workout.elapsedSeconds, most.seconds),
    moving_seconds: amount(workout.movingSeconds, most.seconds),
    metres: amount(workout.metres, most.metres),
    steps: amount(workout.steps, most.steps),
    name: text(workout.name),
    device: text(workout.device),
    view_url: workout.viewUrl,
    came_from: workout.cameFrom,
    edited: workout.isEdited ?? false,
    received_at: now,
  };
}

/** Converts a day's steps, which count as walking, to the columns of a record. */
export async function reportedDay(
  tx: Db,
  personId: number,
  source: Source,
  { day, steps }: DaySteps,
  now: Temporal.Instant,
): Promise<Reported> {
  return {
    source,
    external_id: `day-steps ${day}`,
    sport_id: await sportFor(tx, source, 'walking', { personId, now }),
    sport_type: 'walking',
    performed_on: day.toString(),
    started_at: null,
    elapsed_seconds: null,
    moving_seconds: null,
    metres: null,
    steps: amount(steps, most.steps),
    name: null,
    device: null,
    view_url: null,
    came_from: null,
    edited: false,
    received_at: now,
  };
}

/** Rounds and limits an amount. Returns null for zero and for missing or invalid values. */
function amount(value: number | null, atMost: number): number | null {
  const whole = value === null || !Number.isFinite(value) ? 0 : Math.min(Math.round(value), atMost);
  return whole > 0 ? whole : null;
}

const text = (value: string | null) => (value === null ? null : storableText(value, longestText) || null);

/** Returns the columns that identify a record. In employer-blind mode, they do not reveal its source. */
export function recordKey(
  db: Db,
  personId: number,
  source: Source,
  externalId: string,
): Pick<RecordRow, 'source' | 'external_id'> {
  const details = detailsOf(db);
  // The external id of a manual entry is the uuid of its activity.
  if (!details || source === 'manual') return { source, external_id: externalId };
  return { source: hiddenSource, external_id: details.hash('record', personId, source, externalId) };
}

/** Returns a person's records from a source. */
export async function recordsOfSource(db: Db, personId: number, source: Source) {
  const rows = await db
    .selectFrom('source_records')
    .selectAll()
    .where('person_id', '=', personId)
    .where('source', '=', recordKey(db, personId, source, '').source)
    .execute();
  return rows.filter((row) => row.source === source);
}

/** Returns the columns in which a record is stored. In employer-blind mode, the reported values are encrypted. */
export function storedRecord(db: Db, personId: number, reported: Reported) {
  const { sport_id, performed_on, ...values } = reported;
  const { started_at, received_at } = values;
  const key = recordKey(db, personId, values.source, values.external_id);
  const details = detailsOf(db)?.encrypt(personId, values);
  const moments = {
    started_at: details ? null : (started_at?.toString() ?? null),
    received_at: storedMoment(db, received_at).toString(),
  };
  return { sport_id, performed_on, ...(details ? { ...noValues, details } : values), ...key, ...moments };
}

const noValues = {
  ...{ sport_type: '', elapsed_seconds: null, moving_seconds: null, metres: null, steps: null },
  ...{ name: null, device: null, view_url: null, came_from: null, edited: false },
};

/**
 * Stores a source's current version of a record. Returns the record's id and what has changed. A version that is
 * unchanged, or older than an edit, changes nothing.
 */
export async function writeRecord(
  tx: Db,
  personId: number,
  reported: Reported,
): Promise<{ id: number; change: 'new' | 'changed' | 'none'; dayBefore?: string }> {
  const { received_at, started_at, ...rest } = reported;
  const key = recordKey(tx, personId, reported.source, reported.external_id);
  const before = await tx
    .selectFrom('source_records')
    .selectAll()
    .where('person_id', '=', personId)
    .where('source', '=', key.source)
    .where('external_id', '=', key.external_id)
    .executeTakeFirst();
  if (!before) {
    const made = await tx
      .insertInto('source_records')
      .values({ person_id: personId, ...storedRecord(tx, personId, reported) })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id: made.id, change: 'new' };
  }
  const isUnchanged =
    Object.entries(rest).every(([key, value]) => before[key as keyof typeof rest] === value) &&
    before.started_at?.epochMilliseconds === started_at?.epochMilliseconds;
  const isOutdated = before.edited && !reported.edited;
  if (isUnchanged || isOutdated) return { id: before.id, change: 'none' };
  await tx
    .updateTable('source_records')
    .set(storedRecord(tx, personId, { ...reported, received_at: before.received_at }))
    .where('id', '=', before.id)
    .execute();
  return { id: before.id, change: 'changed', dayBefore: before.performed_on };
}

/** Creates or updates the record of a manual entry, so that other records can be compared with the entry. */
export async function recordOfEntry(tx: Db, activityId: number): Promise<void> {
  if (detailsOf(tx)) return encryptedRecordOfEntry(tx, activityId);
  await sql`
    with entry as (
      select activities.*, sports.name as sport_type
      from activities join sports on sports.id = sport_id
      where activities.id = ${activityId} and source = 'manual'
    ),
    known as (
      update source_records
      set sport_id = entry.sport_id, sport_type = entry.sport_type, performed_on = entry.performed_on,
        elapsed_seconds = entry.seconds, metres = entry.metres, steps = entry.steps, name = entry.info
      from entry where source_records.activity_id = entry.id and source_records.source = 'manual'
      returning source_records.id
    )
    insert into source_records (person_id, source, external_id, activity_id, counting, sport_id, sport_type,
      performed_on, elapsed_seconds, metres, steps, name, received_at)
    select person_id, 'manual', entry.uuid::text, entry.id, true, sport_id, sport_type,
      performed_on, seconds, metres, steps, info, created_at
    from entry where not exists (select from known)`.execute(tx);
}

/** Like `recordOfEntry`, but for employer-blind mode. */
async function encryptedRecordOfEntry(tx: Db, activityId: number): Promise<void> {
  const entry = await tx
    .selectFrom('activities')
    .innerJoin('sports', 'sports.id', 'sport_id')
    .selectAll('activities')
    .select('sports.name as sport_type')
    .where('activities.id', '=', activityId)
    .where('source', '=', 'manual')
    .executeTakeFirst();
  if (!entry) return;
  const known = await tx
    .selectFrom('source_records')
    .selectAll()
    .where('activity_id', '=', activityId)
    .where('source', '=', 'manual')
    .executeTakeFirst();
  const { person_id, sport_id, sport_type, performed_on, seconds, metres, steps, info } = entry;
  const stored = storedRecord(tx, person_id, {
    ...{
      source: 'manual',
      external_id: known?.external_id ?? entry.uuid,
      sport_id,
      sport_type,
      performed_on,
    },
    ...{ started_at: null, elapsed_seconds: seconds, moving_seconds: null, metres, steps, name: info },
    ...{ device: null, view_url: null, came_from: null, edited: false },
    received_at: known?.received_at ?? entry.created_at,
  });
  const place = { person_id, activity_id: activityId, counting: true };
  if (known) await tx.updateTable('source_records').set(stored).where('id', '=', known.id).execute();
  else
    await tx
      .insertInto('source_records')
      .values({ ...place, ...stored })
      .execute();
}

/** Selects source records with the type of their sport. */
export const records = (tx: Db) =>
  tx
    .selectFrom('source_records')
    .innerJoin('sports', 'sports.id', 'source_records.sport_id')
    .selectAll('source_records')
    .select(['sports.type', 'sports.has_distance'])
    .orderBy('source_records.id');

/** Returns the values that are used to compare a record with others. */
export const comparable = (row: RecordRow): Comparable => ({
  source: row.source,
  sportType: row.type,
  performedOn: row.performed_on,
  startedAt: row.started_at?.epochMilliseconds ?? null,
  elapsedSeconds: row.elapsed_seconds,
  movingSeconds: row.moving_seconds,
  metres: row.metres,
  steps: row.steps,
});

/** Selects manual entries with the type of their sport. */
export const entries = (tx: Db) =>
  tx
    .selectFrom('activities')
    .innerJoin('sports', 'sports.id', 'activities.sport_id')
    .selectAll('activities')
    .select('sports.type')
    .where('source', '=', 'manual');

/** Returns the values that are used to compare a manual entry with records. */
export const comparableEntry = (
  entry: Pick<Selectable<Tables['activities']>, 'performed_on' | 'seconds' | 'metres' | 'steps'> & {
    type: Sport['type'];
  },
): Comparable => ({
  source: 'manual',
  sportType: entry.type,
  performedOn: entry.performed_on,
  startedAt: null,
  elapsedSeconds: entry.seconds,
  movingSeconds: null,
  metres: entry.metres,
  steps: entry.steps,
});

/**
 * Returns the days whose records may match a workout of this day. The previous and the next day are included, because a
 * record may have the wrong time zone.
 */
export function daysAround(day: string): string[] {
  const date = Temporal.PlainDate.from(day);
  return [-1, 0, 1].map((days) => date.add({ days }).toString());
}
