import type { Db } from '../../db/db.ts';

/** Locks a comment before a flag or a decision on the comment is stored. Returns whether the comment exists. */
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
 * Stores the effect of a moderator's decision (`server/moderation/case-decision.ts`): hides a comment from everybody or
 * keeps it. A comment that is kept stays hidden from the people who flagged it, but their flags no longer count towards
 * hiding the comment from everybody.
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
