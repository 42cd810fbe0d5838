import type { Db } from '../../db/db.ts';

/** Takes a comment for a transaction that flags it or decides about it. Says whether it is there. */
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
 * Hides a comment for all, or lets it stay: for the people who have flagged it so far it stays hidden, and their flags
 * do not count towards hiding it for all any more.
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
