import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import { comparable, type RecordRow, records } from '../source-records/record.ts';
import { isAlike, similarityOf } from './similarity.ts';

/**
 * Keeps the remaining records of an activity together if only the removed records linked them, for example a
 * recording and a copy of it with a wrong time zone. Pieces of a removed recording become separate workouts
 * again.
 */
export async function preserveMatches(tx: Db, removed: RecordRow[]): Promise<void> {
  const activities = removed.flatMap(({ activity_id }) => activity_id ?? []);
  const left = await records(tx)
    .where(sql<boolean>`source_records.activity_id = any(${activities}::bigint[])`)
    .where(sql<boolean>`source_records.id <> all(${removed.map(({ id }) => id)}::bigint[])`)
    .execute();
  for (const link of removed) {
    const linked = left.filter(
      (one) => one.activity_id === link.activity_id && isAlike(comparable(one), comparable(link)),
    );
    for (const [index, one] of linked.entries())
      for (const other of linked.slice(index + 1))
        if (similarityOf(comparable(one), comparable(other)) === 'different')
          await tx
            .insertInto('record_pairs')
            .values({ one_id: one.id, other_id: other.id, is_same: true })
            .onConflict((conflict) => conflict.doNothing())
            .execute();
  }
}
