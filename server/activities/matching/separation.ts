import type { Temporal } from 'temporal-polyfill';
import type { Db } from '../../db/db.ts';
import type { Person } from '../../people/person.ts';
import { ownRecord } from '../source-records/own-record.ts';
import { withPersonLock } from '../source-records/person-lock.ts';
import { type RecordRow, records } from '../source-records/record.ts';
import { matchRecords } from './matching.ts';

/**
 * Moves one of the person's records to an activity of its own, and remembers that the other records of the old activity
 * belong to a different workout. Does nothing if the activity has no other record. Throws 404 if the record does not
 * exist.
 */
export async function separateRecord(
  db: Db,
  person: Person,
  uuid: string,
  now: Temporal.Instant,
): Promise<void> {
  await withPersonLock(db, person.id, async (tx) => separate(tx, await ownRecord(tx, person, uuid), now));
}

/** Like `separateRecord`, but expects the person's records to be locked already. */
export async function separate(tx: Db, record: RecordRow, now: Temporal.Instant): Promise<void> {
  const { activity_id: activityId, person_id: personId } = record;
  if (activityId === null) return;
  const others = await records(tx)
    .where('source_records.activity_id', '=', activityId)
    .where('source_records.id', '<>', record.id)
    .execute();
  if (others.length === 0) return;
  for (const { id } of others) await saveOwnerAnswer(tx, record.id, id, false);
  const days = [record, ...others].map(({ performed_on }) => performed_on);
  await matchRecords(tx, personId, { days }, now);
}

/** Stores the owner's answer to whether two records are the same workout. Replaces an earlier answer. */
export async function saveOwnerAnswer(tx: Db, id: number, otherId: number, isSame: boolean): Promise<void> {
  await tx
    .insertInto('record_pairs')
    .values({ one_id: Math.min(id, otherId), other_id: Math.max(id, otherId), is_same: isSame })
    .onConflict((conflict) => conflict.columns(['one_id', 'other_id']).doUpdateSet({ is_same: isSame }))
    .execute();
}
