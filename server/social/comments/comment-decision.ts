import type { Db } from '../../db/db.ts';

/** Locks a comment for a transaction that flags it or decides about it. Returns whether it exists. */
export async function lockComment(tx: Db, id: number): Promise<boolean> {
  const found = await tx
    .selectFrom('activity_comments')
    .select('id')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Hides a comment from everybody, or keeps it: it stays hidden from the people who have flagged it so far, and their
 * flags no longer count towards hiding it from everybody.
 */
export async function decideAboutComment(tx: Db, id: number, isHidden: boolean): Promise<void> {
  await lockComment(tx, id);
  await tx.updateTable('activity_comments').set({ is_hidden: isHidden }).where('id', '=', id).execute();
  await tx
    .updateTable('activity_comment_flags')
    .set({ is_settled: true })
    .where('comment_id', '=', id)
    .execute();
}
