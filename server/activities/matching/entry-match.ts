import type { Temporal } from 'temporal-polyfill';
import type { Db } from '../../db/db.ts';
import { recordOfEntry } from '../source-records/record.ts';
import { hasRecords } from './entry-records.ts';
import { matchRecords } from './matching.ts';

/**
 * Compares a manual entry that has just been written with the records received for that person. `days` are the old and
 * the new day of the entry. The caller must have locked the person's records. Does nothing for people without records.
 */
export async function matchEntry(
  tx: Db,
  personId: number,
  activityId: number,
  days: string[],
  now: Temporal.Instant,
): Promise<void> {
  if (!(await hasRecords(tx, personId))) return;
  const record = await tx
    .selectFrom('source_records')
    .select('id')
    .where('activity_id', '=', activityId)
    .where('source', '=', 'manual')
    .executeTakeFirst();
  if (record) await recordOfEntry(tx, activityId);
  await matchRecords(tx, personId, { days, records: new Set(record && [record.id]) }, now);
}

/** Returns the uuid of the activity that an entry now belongs to, given the uuid that the entry was created with. */
export async function activityOfEntry(tx: Db, personId: number, uuid: string): Promise<string> {
  const found = await tx
    .selectFrom('source_records')
    .innerJoin('activities', 'activities.id', 'activity_id')
    .select('activities.uuid')
    .where('source_records.person_id', '=', personId)
    .where('source_records.source', '=', 'manual')
    .where('external_id', '=', uuid)
    .executeTakeFirst();
  return found?.uuid ?? uuid;
}
