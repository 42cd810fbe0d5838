import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Db } from '../../db/db.ts';
import { recomputeSteps } from '../counting/counting-record.ts';
import { withPersonLock } from '../source-records/person-lock.ts';
import { comparable, comparableEntry, entries, recordOfEntry, records } from '../source-records/record.ts';
import { matchRecord } from './matching.ts';
import { similarityOf } from './similarity.ts';

/**
 * Compares an entry that a person has just added, changed or removed with the records received for that person, so that
 * a workout counts once. `days` are the old and the new day of the entry. Returns the uuid of the activity that the
 * entry now belongs to. Does nothing for people without received records.
 */
export async function matchEntry(
  db: Db,
  personId: number,
  uuid: string,
  days: string[],
  now: Temporal.Instant,
): Promise<string | undefined> {
  const any = await db
    .selectFrom('source_records')
    .select('id')
    .where('person_id', '=', personId)
    .limit(1)
    .execute();
  if (any.length === 0) return undefined;
  return withPersonLock(db, personId, async (tx) => {
    const activity = await tx
      .selectFrom('activities')
      .select(['id', 'performed_on', 'source'])
      .where('uuid', '=', uuid)
      .executeTakeFirst();
    if (!activity) await placeWhatIsLeft(tx, personId, now);
    const record =
      activity?.source === 'manual' ? await matchActivity(tx, personId, activity, now) : undefined;
    await recomputeSteps(tx, personId, days, now);
    return (await activityOf(tx, personId, record, uuid)) ?? (activity ? uuid : undefined);
  });
}

/**
 * Returns the uuid of the activity that an entry now belongs to. Finds the activity by the entry's record, or else by
 * the uuid that the entry had when its record was created.
 */
async function activityOf(
  tx: Db,
  personId: number,
  recordId: number | undefined,
  uuid: string,
): Promise<string | undefined> {
  const found = await tx
    .selectFrom('source_records')
    .innerJoin('activities', 'activities.id', 'activity_id')
    .select('activities.uuid')
    .where('source_records.person_id', '=', personId)
    .where('source_records.source', '=', 'manual')
    .where((eb) =>
      recordId === undefined ? eb('external_id', '=', uuid) : eb('source_records.id', '=', recordId),
    )
    .executeTakeFirst();
  return found?.uuid;
}

/** Deletes the record of a deleted entry, and matches the other records of the entry's activity again. */
async function placeWhatIsLeft(tx: Db, personId: number, now: Temporal.Instant): Promise<void> {
  await tx
    .deleteFrom('source_records')
    .where('person_id', '=', personId)
    .where('source', '=', 'manual')
    .where('activity_id', 'is', null)
    .execute();
  const loose = await tx
    .updateTable('source_records')
    .set({ counting: false, chosen: false })
    .where('person_id', '=', personId)
    .where('activity_id', 'is', null)
    .where(sql<boolean>`num_nonnulls(elapsed_seconds, moving_seconds, metres, steps) > 0`)
    .returning('id')
    .execute();
  for (const { id } of loose) await matchRecord(tx, id, now);
}

/**
 * Matches an entry and returns the id of its record. Returns undefined if no received record is similar, because the
 * entry then needs no record.
 */
async function matchActivity(
  tx: Db,
  personId: number,
  activity: { id: number; performed_on: string },
  now: Temporal.Instant,
): Promise<number | undefined> {
  const isKnown = (await recordOf(tx, activity.id)) !== undefined;
  if (!isKnown && !(await isLikeAny(tx, personId, activity))) return undefined;
  await recordOfEntry(tx, activity.id);
  const record = await recordOf(tx, activity.id);
  if (record) await matchRecord(tx, record.id, now);
  return record?.id;
}

const recordOf = (tx: Db, activityId: number) =>
  tx
    .selectFrom('source_records')
    .select('id')
    .where('activity_id', '=', activityId)
    .where('source', '=', 'manual')
    .executeTakeFirst();

/** Returns whether a record received for that day may be the same workout. */
async function isLikeAny(
  tx: Db,
  personId: number,
  activity: { id: number; performed_on: string },
): Promise<boolean> {
  const entry = await entries(tx).where('activities.id', '=', activity.id).executeTakeFirstOrThrow();
  const others = await records(tx)
    .where('source_records.person_id', '=', personId)
    .where('source_records.performed_on', '=', activity.performed_on)
    .where('source_records.source', '<>', 'manual')
    .execute();
  return others.some((other) => similarityOf(comparable(other), comparableEntry(entry)) !== 'different');
}
