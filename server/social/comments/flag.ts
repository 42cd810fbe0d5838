import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type * as z from 'zod/mini';
import type { ActivityCommentFlag, NewFlag } from '../../../contract/comments.ts';
import type { Db } from '../../db/db.ts';
import type { Iris } from '../../kit/iris.ts';
import { violation } from '../../kit/problem-error.ts';
import { openFlaggedComment } from '../../moderation/comment-case.ts';
import type { Person } from '../../people/person.ts';
import { mustNotBeOwn } from './access.ts';
import { commentCollection } from './comment.ts';
import { lockComment } from './comment-decision.ts';

/**
 * Flags another person's comment, which hides the comment from the person who flags it. A second flag by the same
 * person changes nothing and returns the reason of the first flag. Throws 422 if the comment does not exist, and 403 if
 * the person wrote it.
 */
export async function flagComment(
  db: Db,
  iris: Iris,
  person: Person,
  { comment: address, reason }: z.output<typeof NewFlag>,
  now: Temporal.Instant,
): Promise<Omit<z.infer<typeof ActivityCommentFlag>, '@context'>> {
  const unknown = () => violation('comment', 'comment.unknown');
  const uuid = iris.uuidIn(commentCollection, address);
  if (!uuid) throw unknown();
  const comment = await db
    .selectFrom('activity_comments')
    .select(['id', 'person_id'])
    .where('uuid', '=', uuid)
    .executeTakeFirst();
  if (!comment) throw unknown();
  mustNotBeOwn(person, comment);
  const { rows } = await db.transaction().execute(async (tx) => {
    // Lock the comment, so that concurrent flags see each other.
    if (!(await lockComment(tx, comment.id))) throw unknown();
    // On conflict, an update without effect makes the statement return the existing reason.
    const written = await sql<{ reason: string }>`
      insert into activity_comment_flags (comment_id, person_id, reason, created_at)
      values (${comment.id}, ${person.id}::int, ${reason}::text, ${now.toString()}::timestamptz)
      on conflict (comment_id, person_id) do update set reason = activity_comment_flags.reason
      returning reason`.execute(tx);
    await openFlaggedComment(tx, comment.id, now);
    return written;
  });
  if (!rows[0]) throw unknown();
  return {
    '@id': iris.of(`/platform/api/activity_comment_flags/${uuid}`),
    '@type': 'ActivityCommentFlag',
    comment: iris.of(`${commentCollection}/${uuid}`),
    reason: rows[0].reason,
  };
}
