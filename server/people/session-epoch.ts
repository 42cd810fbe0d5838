import { sql } from 'kysely';
import type { Db } from '../db/db.ts';

/**
 * Begins a new epoch of a person's sessions, in a transaction: none that was begun before is written any more.
 * The database sees to it (`only_of_epoch`).
 */
export async function beginSessionEpoch(tx: Db, personId: number): Promise<void> {
  await tx
    .updateTable('people')
    .set({ session_epoch: sql`session_epoch + 1` })
    .where('id', '=', personId)
    .execute();
}
