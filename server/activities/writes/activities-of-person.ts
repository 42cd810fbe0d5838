import type { Db } from '../../db/db.ts';

/**
 * Locks all activities of a person before a transaction removes them. Call this before locking the person's row,
 * because other writers lock in the same order.
 */
export async function lockActivitiesOf(tx: Db, personId: number): Promise<void> {
  await tx
    .selectFrom('activities')
    .select('id')
    .where('person_id', '=', personId)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/**
 * Removes all activities of a person, including the likes and comments on them. The caller must already have stored the
 * person's sums.
 */
export async function removeActivitiesOf(tx: Db, personId: number): Promise<void> {
  await tx.deleteFrom('activities').where('person_id', '=', personId).execute();
}
