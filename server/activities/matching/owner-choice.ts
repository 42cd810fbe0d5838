import type { Temporal } from 'temporal-polyfill';
import type { Db } from '../../db/db.ts';
import { ProblemError, violation } from '../../kit/problem-error.ts';
import type { Person } from '../../people/person.ts';
import { mustNotBeCorrected } from '../access.ts';
import { recomputeActivity, recomputeSteps, valuesOf } from '../counting/counting-record.ts';
import { ownActivity } from '../source-records/own-record.ts';
import { withPersonLock } from '../source-records/person-lock.ts';
import { records } from '../source-records/record.ts';
import { setActivityCounts } from '../writes/received-activity.ts';
import { matchRecords } from './matching.ts';

/** Returns the 409 error for an activity that has changed since the person loaded it. */
const changedElsewhere = () => new ProblemError(409, 'changedElsewhere');

/**
 * Makes a record the counting record of the person's activity. Later records do not change this choice. Throws 404 if
 * the person has no activity with this uuid, 409 if the record does not belong to the activity, and 422 if the record
 * has no amount or the day would exceed 24 hours of manual entries.
 */
export async function chooseRecord(
  db: Db,
  person: Person,
  uuid: string,
  recordUuid: string,
  now: Temporal.Instant,
): Promise<void> {
  await withPersonLock(db, person.id, async (tx) => {
    const activity = await ownActivity(tx, person, uuid);
    const group = await records(tx).where('source_records.activity_id', '=', activity.id).execute();
    const chosen = group.find((one) => one.uuid === recordUuid);
    if (!chosen) throw changedElsewhere();
    if (!valuesOf(chosen, true)) throw violation('record', 'record.empty');
    const before = await countsOf(tx, activity.id);
    for (const { id } of group)
      await tx
        .updateTable('source_records')
        .set({ chosen: id === chosen.id })
        .where('id', '=', id)
        .execute();
    await recomputeActivity(tx, person.id, activity.id, [], now);
    if (before !== (await countsOf(tx, activity.id))) throw violation('record', 'record.dayIsFull');
    await recomputeSteps(tx, person.id, [activity.performed_on, chosen.performed_on], now);
  });
}

const countsOf = async (tx: Db, id: number): Promise<boolean> =>
  (await tx.selectFrom('activities').select('counts').where('id', '=', id).executeTakeFirstOrThrow()).counts;

/**
 * Sets whether the person's activity counts. Later records do not change this choice. Throws 404 if the person has no
 * activity with this uuid, 403 if an organiser corrected the activity, and 422 if the activity waits for the owner's
 * answer or the day would exceed 24 hours of manual entries.
 */
export async function setCounts(
  db: Db,
  person: Person,
  uuid: string,
  counts: boolean,
  now: Temporal.Instant,
): Promise<void> {
  await withPersonLock(db, person.id, async (tx) => {
    const activity = await ownActivity(tx, person, uuid);
    mustNotBeCorrected(activity);
    if (counts && activity.waits) throw violation('counts', 'record.waits');
    await setActivityCounts(tx, activity.id, counts, now);
    // Match again: other workouts may have waited for this one, or may be the same workout as this one.
    await matchRecords(tx, person.id, { days: [activity.performed_on] }, now);
  }).catch((error) => {
    throw error.constraint === 'day_holds_24_hours' ? violation('counts', 'record.dayIsFull') : error;
  });
}
