import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Source } from '../../../contract/activities.ts';
import type { Db } from '../../db/db.ts';
import { findPerson } from '../../people/person.ts';
import { recomputeSteps } from '../counting/counting-record.ts';
import { matchRecord, recomputeAfterRemoval } from '../matching/matching.ts';
import { withPersonLock } from './person-lock.ts';
import { type DaySteps, dayOf, type Reported, reportedDay, reportedWorkout, writeRecord } from './record.ts';
import type { Workout } from './workout.ts';

/** The result of receiving a workout. */
export interface Received {
  externalId: string;
  /** `future` means that the workout was not stored, because its date is in the future in every time zone. */
  outcome: 'new' | 'changed' | 'known' | 'future';
}

/** The offset of the time zone that is farthest ahead of UTC, in hours. */
const earliestZone = 14;

/** The result of receiving the steps of a day. */
export interface ReceivedDay {
  day: Temporal.PlainDate;
  outcome: Received['outcome'];
}

/** Throws if a source may no longer report workouts for a person. Called after the person's records are locked. */
export type Precondition = (tx: Db) => Promise<void>;

/**
 * Stores the workouts that a source reports for a person, matches them with other sources, and updates every board.
 * Each workout counts once, regardless of how often and in which order reports arrive. If anything fails, stores
 * nothing.
 */
export async function receiveWorkouts(
  db: Db,
  personId: number,
  source: Source,
  workouts: Workout[],
  now: Temporal.Instant,
  mayReport?: Precondition,
): Promise<Received[]> {
  return (await receiveTogether(db, personId, source, { workouts, days: [] }, now, mayReport)).workouts;
}

/** Stores the steps of whole days. The latest number reported for a day counts. */
export async function receiveDaySteps(
  db: Db,
  personId: number,
  source: Source,
  days: DaySteps[],
  now: Temporal.Instant,
): Promise<ReceivedDay[]> {
  return (await receiveTogether(db, personId, source, { workouts: [], days }, now)).days;
}

/** Stores workouts and the steps of whole days in one transaction. */
export async function receiveTogether(
  db: Db,
  personId: number,
  source: Source,
  reported: { workouts: Workout[]; days: DaySteps[] },
  now: Temporal.Instant,
  mayTell?: Precondition,
): Promise<{ workouts: Received[]; days: ReceivedDay[] }> {
  return withPersonLock(db, personId, async (tx) => {
    await mayTell?.(tx);
    return saveWorkouts(tx, personId, source, reported, now);
  });
}

/** Like `receiveTogether`, but runs in a transaction that has already locked the person's records. */
export async function saveWorkouts(
  tx: Db,
  personId: number,
  source: Source,
  reported: { workouts: Workout[]; days: DaySteps[] },
  now: Temporal.Instant,
): Promise<{ workouts: Received[]; days: ReceivedDay[] }> {
  // Ignore data for deactivated people, because they cannot sign in to correct it.
  if (!(await findPerson(tx, personId))) return { workouts: [], days: [] };
  const touched = new Set<string>();
  const workouts: Received[] = [];
  for (const workout of reported.workouts) {
    const { externalId } = workout;
    const record = isFuture(dayOf(workout), now)
      ? undefined
      : await reportedWorkout(tx, personId, source, workout, now);
    workouts.push({ externalId, outcome: await receiveRecord(tx, personId, record, touched, now) });
  }
  const days: ReceivedDay[] = [];
  for (const one of reported.days) {
    const record = isFuture(one.day, now) ? undefined : await reportedDay(tx, personId, source, one, now);
    days.push({ day: one.day, outcome: await receiveRecord(tx, personId, record, touched, now) });
  }
  await recomputeSteps(tx, personId, [...touched], now);
  return { workouts, days };
}

/** Stores a record unless its date is in the future. Adds the affected days to `touched`. */
async function receiveRecord(
  tx: Db,
  personId: number,
  reported: Reported | undefined,
  touched: Set<string>,
  now: Temporal.Instant,
): Promise<Received['outcome']> {
  if (!reported) return 'future';
  const before = await daysOfRecord(tx, personId, reported.source, reported.external_id);
  const { id, change, isLoose } = await writeRecord(tx, personId, reported);
  if (change === 'none' && !isLoose) return 'known';
  await matchRecord(tx, id, now);
  for (const day of [...before, reported.performed_on]) touched.add(day);
  return change === 'none' ? 'known' : change;
}

/**
 * Removes records that their source has deleted. If another source reported the same workout, that source's record
 * counts instead.
 */
export async function removeRecords(
  db: Db,
  personId: number,
  source: Source,
  externalIds: string[],
  now: Temporal.Instant,
): Promise<void> {
  if (externalIds.length === 0) return;
  await withPersonLock(db, personId, (tx) => deleteRecords(tx, personId, source, externalIds, now));
}

/** Like `removeRecords`, but expects the person's records to be locked already. */
export async function deleteRecords(
  tx: Db,
  personId: number,
  source: Source,
  externalIds: string[],
  now: Temporal.Instant,
): Promise<void> {
  if (externalIds.length === 0) return;
  const removed = await tx
    .deleteFrom('source_records')
    .where('person_id', '=', personId)
    .where('source', '=', source)
    .where(sql<boolean>`external_id = any(${externalIds}::text[])`)
    .returning(['activity_id', 'performed_on'])
    .execute();
  for (const activityId of new Set(removed.map(({ activity_id }) => activity_id)))
    if (activityId !== null) await recomputeAfterRemoval(tx, personId, activityId, now);
  const days = removed.map(({ performed_on }) => performed_on);
  await recomputeSteps(tx, personId, days, now);
}

const isFuture = (day: Temporal.PlainDate, now: Temporal.Instant) =>
  day.toString() > now.add({ hours: earliestZone }).toString().slice(0, 10);

async function daysOfRecord(tx: Db, personId: number, source: Source, externalId: string) {
  const rows = await tx
    .selectFrom('source_records')
    .select('performed_on')
    .where('person_id', '=', personId)
    .where('source', '=', source)
    .where('external_id', '=', externalId)
    .execute();
  return rows.map(({ performed_on }) => performed_on);
}
