import { sql } from 'kysely';
import type { Db } from '../db/db.ts';

/**
 * Begins a new session epoch for a person. From then on, sessions of earlier epochs can no longer be stored; the
 * database enforces this (`only_of_epoch`). Must run in a transaction.
 */
export async function beginSessionEpoch(tx: Db, personId: number): Promise<void> {
  await tx
    .updateTable('people')
    .set({ session_epoch: sql`session_epoch + 1` })
    .where('id', '=', personId)
    .execute();
}
