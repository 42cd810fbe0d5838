import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Db } from '../db/db.ts';

/** How many undecided flags from different people hide a comment from everybody. */
export const flagsThatHide = 3;

/**
 * Puts a comment into the inbox when it is first flagged. If a moderator decides to keep the comment, it returns to the
 * inbox once enough new flags hide it. The caller must have locked the comment, so that every flag counts.
 */
export async function openFlaggedComment(tx: Db, commentId: number, now: Temporal.Instant): Promise<void> {
  await sql`
    insert into cases (kind, person_id, comment_id, opened_at, is_open)
    select 'comment', person_id, id, ${now.toString()}::timestamptz, true
    from activity_comments as comment
    where id = ${commentId} and not is_hidden and (
      not exists (select from cases where comment_id = comment.id)
      or ${flagsThatHide} <= (
        select count(*) from activity_comment_flags where comment_id = comment.id and not is_settled
      )
    )
    on conflict (comment_id) where is_open do nothing`.execute(tx);
}
