import type { Db } from '../../db/db.ts';

/** Removes all likes by a person, in the transaction that removes the person. */
export async function removeLikesOf(tx: Db, personId: number): Promise<void> {
  await tx.deleteFrom('activity_likes').where('person_id', '=', personId).execute();
}
