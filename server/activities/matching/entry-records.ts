import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import { comparable, comparableEntry, entries, recordOfEntry, records } from '../source-records/record.ts';
import { similarityOf } from './similarity.ts';

/**
 * Creates source records for those manual entries of the person on the given days that may be the same
 * workout as a received record. Other entries need no record.
 */
export async function recordLikeEntries(tx: Db, personId: number, days: string[]): Promise<void> {
  const typed = await entries(tx)
    .where('person_id', '=', personId)
    .where(sql<boolean>`performed_on = any(${days}::date[])`)
    .where(sql<boolean>`not exists (select from source_records where activity_id = activities.id)`)
    .execute();
  if (typed.length === 0) return;
  const received = await records(tx)
    .where('source_records.person_id', '=', personId)
    .where('source', '<>', 'manual')
    .where(sql<boolean>`performed_on = any(${days}::date[])`)
    .execute();
  const compared = received.map(comparable);
  for (const entry of typed) {
    const values = comparableEntry(entry);
    if (compared.some((other) => similarityOf(other, values) !== 'different'))
      await recordOfEntry(tx, entry.id);
  }
}

/**
 * Returns whether services, files or apps have reported anything for a person. If not, which is the usual case, there
 * is nothing to compare.
 */
export async function hasRecords(tx: Db, personId: number): Promise<boolean> {
  const found = await tx
    .selectFrom('source_records')
    .select('id')
    .where('person_id', '=', personId)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
