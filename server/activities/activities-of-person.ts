import type { Db } from '../db/db.ts';

/**
 * Takes all activities of a person for a transaction that is to remove them. Before their own row: whoever
 * changes an activity takes the two in this order as well.
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
