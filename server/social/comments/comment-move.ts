import type { Db } from '../../db/db.ts';

/** Moves the comments on an activity to another activity, with their flags and decisions. */
export async function moveComments(tx: Db, from: number, to: number): Promise<void> {
  await tx
    .updateTable('activity_comments')
    .set({ activity_id: to })
    .where('activity_id', '=', from)
    .execute();
}
