import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Source } from '../../../contract/activities.ts';
import type { Db } from '../../db/db.ts';
import { detailsOf, hiddenSource } from '../../db/workout-details.ts';
import { activitiesLogged } from '../../kit/metrics.ts';
import { findPerson } from '../../people/person.ts';
import { matchRecords } from '../matching/matching.ts';
import { preserveMatches } from '../matching/preserved-matches.ts';
import { rememberAnswers } from '../matching/remembered-answers.ts';
import { withPersonLock } from './person-lock.ts';
import {
  type DaySteps,
  dayOf,
  type Reported,
  recordKey,
  records,
  reportedDay,
  reportedWorkout,
  writeRecord,
} from './record.ts';
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
  precondition?: Precondition,
): Promise<Received[]> {
  return (await receiveBatch(db, personId, source, { workouts, days: [] }, now, precondition)).workouts;
}

/** Stores the steps of whole days. The latest number reported for a day counts. */
export async function receiveDaySteps(
  db: Db,
  personId: number,
  source: Source,
  days: DaySteps[],
  now: Temporal.Instant,
): Promise<ReceivedDay[]> {
  return (await receiveBatch(db, personId, source, { workouts: [], days }, now)).days;
}

/** Stores workouts and the steps of whole days in one transaction. */
export async function receiveBatch(
  db: Db,
  personId: number,
  source: Source,
  reported: { workouts: Workout[]; days: DaySteps[] },
  now: Temporal.Instant,
  precondition?: Precondition,
): Promise<{ workouts: Received[]; days: ReceivedDay[] }> {
  const received = await withPersonLock(db, personId, async (tx) => {
    await precondition?.(tx);
    return saveWorkouts(tx, personId, source, reported, now);
  });
  const label = detailsOf(db) ? hiddenSource : source;
  activitiesLogged.inc(
    { source: label },
    received.workouts.filter(({ outcome }) => outcome === 'new').length,
  );
  return received;
}

/** Like `receiveBatch`, but runs in a transaction that has already locked the person's records. */
export async function saveWorkouts(
  tx: Db,
  personId: number,
  source: Source,
  reported: { workouts: Workout[]; days: DaySteps[] },
  now: Temporal.Instant,
): Promise<{ workouts: Received[]; days: ReceivedDay[] }> {
  // Ignore data for deactivated people, because they cannot sign in to correct it.
  if (!(await findPerson(tx, personId))) return { workouts: [], days: [] };
  const changed: ReceivedChanges = { days: new Set(), records: new Set() };
  const workouts: Received[] = [];
  for (const workout of reported.workouts) {
    const { externalId } = workout;
    const record = isFuture(dayOf(workout), now)
      ? undefined
      : await reportedWorkout(tx, personId, source, workout, now);
    workouts.push({ externalId, outcome: await receiveRecord(tx, personId, record, changed) });
  }
  const days: ReceivedDay[] = [];
  for (const one of reported.days) {
    const record = isFuture(one.day, now) ? undefined : await reportedDay(tx, personId, source, one, now);
    days.push({ day: one.day, outcome: await receiveRecord(tx, personId, record, changed) });
  }
  if (changed.records.size > 0) await matchRecords(tx, personId, changed, now);
  return { workouts, days };
}

interface ReceivedChanges {
  days: Set<string>;
  records: Set<number>;
}

/** Stores a record unless its date is in the future. Adds the record and its days to `changed`. */
async function receiveRecord(
  tx: Db,
  personId: number,
  reported: Reported | undefined,
  changed: ReceivedChanges,
): Promise<Received['outcome']> {
  if (!reported) return 'future';
  const { id, change, dayBefore } = await writeRecord(tx, personId, reported);
  if (change === 'none') return 'known';
  changed.records.add(id);
  changed.days.add(reported.performed_on);
  if (dayBefore !== undefined) changed.days.add(dayBefore);
  return change;
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
  const keys = externalIds.map((id) => recordKey(tx, personId, source, id).external_id);
  const removed = await records(tx)
    .where('source_records.person_id', '=', personId)
    .where('source', '=', recordKey(tx, personId, source, '').source)
    .where(sql<boolean>`external_id = any(${keys}::text[])`)
    .execute();
  if (removed.length === 0) return;
  const ids = removed.map(({ id }) => id);
  await preserveMatches(tx, removed);
  await rememberAnswers(tx, personId, ids, now);
  await tx.deleteFrom('source_records').where(sql<boolean>`id = any(${ids}::bigint[])`).execute();
  await matchRecords(
    tx,
    personId,
    {
      days: removed.map(({ performed_on }) => performed_on),
      activities: removed.flatMap(({ activity_id }) => activity_id ?? []),
    },
    now,
  );
}

const isFuture = (day: Temporal.PlainDate, now: Temporal.Instant) =>
  day.toString() > now.add({ hours: earliestZone }).toString().slice(0, 10);
