import type { Db } from '../db/db.ts';

/**
 * Locks all activities of a person for a transaction that will remove them. Call it before locking the person's row, as
 * changing an activity uses that order too.
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

/** Removes all activities of a person, with others' likes and comments; their sums were stored before. */
export async function removeActivitiesOf(tx: Db, personId: number): Promise<void> {
  await tx.deleteFrom('activities').where('person_id', '=', personId).execute();
}
