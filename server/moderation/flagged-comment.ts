import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Db } from '../db/db.ts';

/** This many undecided flags by different people hide a comment from everybody. */
export const flagsThatHide = 3;

/**
 * Puts a comment that was just flagged into the inbox, at its first flag. If a moderator has kept it, it returns once
 * enough others have flagged it to hide it. The comment must be locked, so that each flag counts.
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
