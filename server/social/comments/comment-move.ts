import type { Db } from '../../db/db.ts';

/** Carries the comments on an activity over to another, with what was said about them. */
export async function moveComments(tx: Db, from: number, to: number): Promise<void> {
  await tx
    .updateTable('activity_comments')
    .set({ activity_id: to })
    .where('activity_id', '=', from)
    .execute();
}
