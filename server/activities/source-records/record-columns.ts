import { type RawBuilder, sql } from 'kysely';
import type { Source } from '../../../contract/activities.ts';
import { shownToOthers } from '../../platform/settings/config.ts';

/** The columns of an activity that come from its source records. */
export interface RecordColumns {
  received_from: Source[];
  view_url: string | null;
  device: string | null;
  shown_to_others: 'full' | 'score_only' | 'none';
}

/** The record columns of an activity that has no source records. */
export const noRecords: RecordColumns = {
  received_from: [],
  view_url: null,
  device: null,
  shown_to_others: 'full',
};

/** SQL for the columns of `RecordColumns`, given the SQL for the activity's id and source. */
export const recordColumns = (id: RawBuilder<unknown>, source: RawBuilder<unknown>) => ({
  received_from: sql<Source[]>`array(
    select source from source_records where activity_id = ${id} order by counting desc, source_records.id
  )`,
  view_url: sql<string | null>`(select view_url from source_records where activity_id = ${id} and counting)`,
  device: sql<string | null>`(select device from source_records where activity_id = ${id} and counting)`,
  shown_to_others: shownToOthers(source),
});
