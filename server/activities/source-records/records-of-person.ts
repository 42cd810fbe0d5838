import type { Temporal } from 'temporal-polyfill';
import type { Source } from '../../../contract/activities.ts';
import type { Db } from '../../db/db.ts';
import { detailsOf } from '../../db/workout-details.ts';
import { deleteRecords } from './receive-workouts.ts';
import { recordsOfSource, storedRecord } from './record.ts';

/** Removes all of a person's records that came from one source. The caller must have locked the person's records. */
export async function removeRecordsOf(
  tx: Db,
  personId: number,
  source: Source,
  now: Temporal.Instant,
): Promise<void> {
  const rows = await recordsOfSource(tx, personId, source);
  await deleteRecords(
    tx,
    personId,
    source,
    rows.map(({ external_id }) => external_id),
    now,
  );
}

/**
 * Removes the links from records to their source after the person has disconnected the source. The person keeps the
 * activities.
 */
export async function releaseRecords(db: Db, personId: number, source: Source): Promise<void> {
  const all = db.updateTable('source_records').where('person_id', '=', personId);
  if (!detailsOf(db)) return void (await all.set({ view_url: null }).where('source', '=', source).execute());
  for (const {
    id,
    uuid,
    person_id,
    activity_id,
    counting,
    chosen,
    details,
    ...reported
  } of await recordsOfSource(db, personId, source))
    await all
      .set(storedRecord(db, personId, { ...reported, view_url: null }))
      .where('id', '=', id)
      .execute();
}

/** Removes all of a person's records and personal tokens. The caller removes the activities afterwards. */
export async function removeAllRecordsOf(tx: Db, personId: number): Promise<void> {
  await tx.deleteFrom('source_records').where('person_id', '=', personId).execute();
  await tx.deleteFrom('ingest_tokens').where('person_id', '=', personId).execute();
}
