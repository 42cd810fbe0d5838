import type { Db } from '../../db/db.ts';

/** Removes all comments and flags by a person, in the transaction that removes the person. */
export async function removeCommentsOf(tx: Db, personId: number): Promise<void> {
  await tx.deleteFrom('activity_comment_flags').where('person_id', '=', personId).execute();
  await tx.deleteFrom('activity_comments').where('person_id', '=', personId).execute();
}
