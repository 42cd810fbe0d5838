import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Source } from '../../../contract/activities.ts';
import type { Db } from '../../db/db.ts';
import { secondsOfDay } from '../entries/entry-values.ts';
import { similarityOf } from '../matching/similarity.ts';
import { comparable, type RecordRow, records } from '../source-records/record.ts';
import {
  changeReceived,
  insertReceived,
  type ReceivedValues,
  removeReceived,
} from '../writes/received-activity.ts';
import { recountActivities } from '../writes/recount.ts';

/**
 * The order of precedence of sources, best first. The device's own service ranks first and manual entries rank last.
 */
const ranks: Record<Source, number> = {
  Garmin: 0,
  Polar: 0,
  Fitbit: 0,
  file: 1,
  Strava: 2,
  token: 3,
  manual: 4,
};

/** Returns how many of a record's amounts are known. */
const fields = ({ metres, steps, elapsed_seconds, moving_seconds }: RecordRow) =>
  [metres, steps, elapsed_seconds, moving_seconds].filter((value) => value !== null).length;

/**
 * Selects the counting record among the source records of one workout. The owner's choice wins, then records of the
 * whole workout, then the device's own service, then the most complete record, then the first record to arrive.
 */
export function countingOf(group: RecordRow[]): RecordRow | undefined {
  const isPart = (one: RecordRow) => group.some((other) => other.id !== one.id && isPartOf(one, other));
  const isEmpty = (one: RecordRow) => valuesOf(one, true) === undefined;
  const ordered = group.map((record) => ({ record, isEmpty: isEmpty(record), isPart: isPart(record) }));
  return ordered.sort(
    (one, other) =>
      Number(one.isEmpty) - Number(other.isEmpty) ||
      Number(other.record.chosen) - Number(one.record.chosen) ||
      Number(one.isPart) - Number(other.isPart) ||
      ranks[one.record.source] - ranks[other.record.source] ||
      fields(other.record) - fields(one.record) ||
      one.record.received_at.epochMilliseconds - other.record.received_at.epochMilliseconds ||
      one.record.id - other.record.id,
  )[0]?.record;
}

/**
 * A record covers only a part of the workout if it has at most this fraction of another record's time, and
 * less than this fraction of its distance.
 */
const partOf = { time: 0.8, distance: 0.95 };

/**
 * Returns whether a record covers only a part of the workout, because another record of the workout is much
 * longer, or because the same source reports the rest separately. A record with almost the whole distance is
 * not a part: its device was only paused.
 */
function isPartOf(one: RecordRow, other: RecordRow): boolean {
  if (one.source === other.source && similarityOf(comparable(one), comparable(other)) === 'different')
    return true;
  const isShorter =
    (one.elapsed_seconds ?? Number.POSITIVE_INFINITY) <= (other.elapsed_seconds ?? 0) * partOf.time;
  return isShorter && (one.metres ?? 0) < (other.metres ?? 0) * partOf.distance;
}

/**
 * Returns the values that an activity takes from its counting record. The amount is the distance if the sport has one,
 * otherwise the time, otherwise the steps.
 */
export function valuesOf(record: RecordRow, counts: boolean): Omit<ReceivedValues, 'waits'> | undefined {
  const seconds = record.moving_seconds ?? record.elapsed_seconds;
  const { metres, steps } = record;
  const amountType =
    metres && (record.has_distance || !seconds) ? 'km' : seconds ? 'time' : steps ? 'steps' : undefined;
  return (
    amountType && {
      sport_id: record.sport_id,
      performed_on: record.performed_on,
      amount_type: amountType,
      seconds,
      metres,
      steps,
      info: record.name,
      source: record.source,
      counts,
    }
  );
}

/**
 * Gives an activity the values of its counting record, or removes the activity if it has no records left. If
 * `activityId` is null, creates an activity for the records in `loose`, which do not belong to an activity
 * yet. `waits` says whether the activity waits for its owner's answer; by default, this does not change. If a
 * different counting record moves the activity to another day, the steps of both days are recomputed.
 */
export async function recomputeActivity(
  tx: Db,
  personId: number,
  activityId: number | null,
  loose: number[],
  now: Temporal.Instant,
  waits?: boolean,
): Promise<void> {
  const group = await records(tx)
    .where((eb) =>
      activityId === null
        ? sql<boolean>`source_records.id = any(${loose}::bigint[])`
        : eb('source_records.activity_id', '=', activityId),
    )
    .execute();
  const before = activityId === null ? undefined : await activityBefore(tx, activityId);
  const remove = async () => {
    if (activityId === null) return;
    await removeReceived(tx, activityId, now);
    if (before) await recomputeSteps(tx, personId, [before.performed_on], now);
  };
  const counting = countingOf(group);
  if (!counting) return remove();
  const isWaiting = waits ?? before?.waits ?? false;
  const isExcluded = before !== undefined && !before.counts && !before.waits;
  const isCounted =
    !isWaiting && !isExcluded && (counting.source !== 'manual' || (await hasRoom(tx, counting, before)));
  const values = valuesOf(counting, isCounted);
  // Without distance, time or steps, there is nothing to show as an activity. The record is kept.
  if (!values) return remove();
  const state = { ...values, waits: isWaiting && !isExcluded };
  const id = activityId ?? (await insertReceived(tx, personId, state, now));
  if (activityId !== null) await changeReceived(tx, id, state, now);
  await tx
    .updateTable('source_records')
    .set({ counting: false })
    .where('activity_id', '=', id)
    .where('counting', '=', true)
    .where('id', '<>', counting.id)
    .execute();
  await tx
    .updateTable('source_records')
    .set({ counting: sql<boolean>`id = ${counting.id}`, activity_id: id })
    .where(sql<boolean>`id = any(${group.map((record) => record.id)}::bigint[])`)
    .execute();
  if (before && before.performed_on !== values.performed_on)
    await recomputeSteps(tx, personId, [before.performed_on, values.performed_on], now);
}

const activityBefore = (tx: Db, id: number) =>
  tx
    .selectFrom('activities')
    .select(['counts', 'waits', 'source', 'performed_on'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

/**
 * Returns whether a manual entry that counts again still fits into the 24 hours of its day. Other entries may have
 * filled the day in the meantime.
 */
async function hasRoom(
  tx: Db,
  { person_id, performed_on, elapsed_seconds }: RecordRow,
  before: { source: Source; counts: boolean } | undefined,
) {
  if ((before?.source === 'manual' && before.counts) || elapsed_seconds === null) return true;
  const day = await tx
    .selectFrom('day_times')
    .select('seconds')
    .where('person_id', '=', person_id)
    .where('day', '=', performed_on)
    .forUpdate()
    .executeTakeFirst();
  return (day?.seconds ?? 0) + elapsed_seconds <= secondsOfDay;
}

/**
 * Subtracts the steps taken during received walks and runs from a person's daily steps, because walks and runs count
 * separately. If a walk or run reports no steps, they are estimated from its distance and the sport's step length.
 */
export async function recomputeSteps(
  tx: Db,
  personId: number,
  days: string[],
  now: Temporal.Instant,
): Promise<void> {
  await recountActivities(
    tx,
    sql<boolean>`person_id = ${personId} and performed_on = any(${days}::date[])`,
    now,
    { stepsElsewhere },
  );
}

/** SQL for the number of a row's steps that already count in the walks and runs of the same day. */
export const stepsElsewhere = sql`case when amount_type = 'steps' and counts then greatest(0, least(steps, (
  select coalesce(sum(coalesce(other.steps, other.metres / nullif(sports.metres_per_step, 0))), 0)
  from activities as other join sports on sports.id = other.sport_id
  where ${ofDay()} and other.amount_type <> 'steps' and other.source <> 'manual'
    and sports.type in ('walking', 'running')
) - (
  select coalesce(sum(other.steps), 0) from activities as other
  where ${ofDay()} and other.amount_type = 'steps' and other.id < activities.id
))) else activities.steps_elsewhere end`;

function ofDay() {
  return sql`other.person_id = activities.person_id and other.performed_on = activities.performed_on and other.counts`;
}
