import { type RawBuilder, sql } from 'kysely';
import type { Source } from '../../../contract/activities.ts';
import type { Db } from '../../db/db.ts';
import { detailsOf } from '../../db/workout-details.ts';
import { shownToOthers, shownToOthersWithoutSource } from '../../platform/settings/config.ts';

/** The columns of an activity that come from its source records. */
export interface RecordColumns {
  received_from: Source[];
  view_url: string | null;
  device: string | null;
  shown_to_others: 'full' | 'score_only' | 'none';
  /** In employer-blind mode, replaces the columns above with the details of the records, the counting record first. */
  record_details?: { source: Source; view_url: string | null; device: string | null }[];
}

/** Returns what an activity's records say about it. In employer-blind mode, only the owner gets these values. */
export function recordValuesOf(
  row: RecordColumns,
): Pick<RecordColumns, 'received_from' | 'view_url' | 'device'> {
  const { record_details: records } = row;
  if (!records) return row;
  const [counting] = records;
  return {
    received_from: records.map(({ source }) => source),
    view_url: counting?.view_url ?? null,
    device: counting?.device ?? null,
  };
}

/**
 * Returns SQL for the columns of an activity that, in employer-blind mode, are decrypted only for its owner. `isOwn`
 * says whether the reader is the owner. Other readers see only the counted kilometres.
 */
export const encryptedColumns = (isOwn: RawBuilder<boolean>) => ({
  details: sql<string | null>`case when ${isOwn} then activities.details end`,
  record_details: sql<never>`case when ${isOwn} then array(
    select details from source_records where activity_id = activities.id
    order by counting desc, source_records.id
  ) else array[]::text[] end`,
});

/** Returns SQL for the columns of `RecordColumns`, given the SQL for the activity's id and source. */
export const recordColumns = (db: Db, id: RawBuilder<unknown>, source: RawBuilder<unknown>) => ({
  received_from: sql<Source[]>`array(
    select source from source_records where activity_id = ${id} order by counting desc, source_records.id
  )`,
  view_url: sql<string | null>`(select view_url from source_records where activity_id = ${id} and counting)`,
  device: sql<string | null>`(select device from source_records where activity_id = ${id} and counting)`,
  shown_to_others: detailsOf(db) ? shownToOthersWithoutSource(source) : shownToOthers(source),
});
