import type { Db } from '../db/db.ts';

/**
 * Locks all activities of a person for a transaction that will remove them. To be called before locking the person's
 * row, the order that changing an activity uses as well.
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

/** Removes all activities of a person, with what others said about them; their sums were kept before. */
export async function removeActivitiesOf(tx: Db, personId: number): Promise<void> {
  await tx.deleteFrom('activities').where('person_id', '=', personId).execute();
}
