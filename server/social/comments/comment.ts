import { sql } from 'kysely';
import type pg from 'pg';
import type { Temporal } from 'temporal-polyfill';
import type * as z from 'zod/mini';
import type { ActivityComment, NewComment } from '../../../contract/comments.ts';
import type { Db } from '../../db/db.ts';
import { type AttemptLimit, attemptLimit } from '../../kit/attempt-limit.ts';
import type { Page } from '../../kit/hydra.ts';
import type { Iris } from '../../kit/iris.ts';
import { notFound, violation } from '../../kit/problem-error.ts';
import { flagsThatHide } from '../../moderation/comment-case.ts';
import { fullName, type NamedRow, type Person, personReference } from '../../people/person.ts';
import { type Activities, activityCollection } from '../found-activity.ts';
import { newestFirst, type PageWanted, socialPage } from '../social-page.ts';
import { mustBeAuthor } from './access.ts';

export const commentCollection = '/platform/api/activity_comments';

/** Allows 60 comments in 15 minutes. Only a program would write more. */
export const commentLimit = (pool: pg.Pool): AttemptLimit => attemptLimit(pool, 'comments', 60);

type Shown = Omit<ActivityComment, '@context'>;
type Row = NamedRow & {
  id: number;
  uuid: string;
  content: string;
  created_at: Temporal.Instant;
  unwanted: boolean;
};

/** Lists the comments on an activity, newest first. Throws 404 if the activity does not exist. */
export async function listComments(
  db: Db,
  iris: Iris,
  activities: Activities,
  viewer: Person,
  uuid: string,
  wanted: PageWanted,
): Promise<Page<Shown>> {
  const activity = await activities.find(db, uuid, viewer);
  const { rows } = await sql<Row>`
    select comment.id, uuid, person_id, content, comment.created_at, shown_given_name, shown_surname, (
      select is_hidden or coalesce(bool_or(flag.person_id = ${viewer.id}), false)
        or count(*) filter (where not is_settled) >= ${flagsThatHide}
      from activity_comment_flags flag where comment_id = comment.id
    ) as unwanted
    from activity_comments comment join people on people.id = person_id
    where activity_id = ${activity.id} ${newestFirst(sql`comment.id`, wanted)}`.execute(db);
  return socialPage(rows, activity.amount_of_comments, wanted, (row) => toComment(iris, row, viewer));
}

/** Adds a comment to an activity. Throws 422 if the activity does not exist, and 429 after too many comments. */
export async function addComment(
  db: Db,
  iris: Iris,
  limit: AttemptLimit,
  person: Person,
  { activity, content }: z.output<typeof NewComment>,
  now: Temporal.Instant,
): Promise<Shown> {
  await limit.begin(String(person.id));
  const uuid = iris.uuidIn(activityCollection, activity);
  if (!uuid) throw violation('activity', 'activity.unknown');
  // `for key share` locks the activity until the comment has been inserted.
  const { rows } = await sql<Omit<Row, keyof typeof ownName>>`
    insert into activity_comments (activity_id, person_id, content, created_at)
    select id, ${person.id}::int, ${content}::text, ${now.toString()}::timestamptz
    from activities where uuid = ${uuid} for key share
    returning id, uuid, person_id, content, created_at, false as unwanted`.execute(db);
  if (!rows[0]) throw violation('activity', 'activity.unknown');
  return toComment(iris, { ...rows[0], ...ownName }, person);
}

/**
 * Removes one of the person's own comments. Throws 404 if the comment does not exist, and 403 if somebody else wrote
 * it.
 */
export async function removeComment(db: Db, person: Person, uuid: string): Promise<void> {
  const comment = await db
    .selectFrom('activity_comments')
    .select(['id', 'person_id'])
    .where('uuid', '=', uuid)
    .executeTakeFirst();
  if (!comment) throw notFound();
  mustBeAuthor(person, comment);
  const { numDeletedRows } = await db
    .deleteFrom('activity_comments')
    .where('id', '=', comment.id)
    .executeTakeFirstOrThrow();
  // The comment was removed between the two statements.
  if (numDeletedRows === 0n) throw notFound();
}

/**
 * The name columns of a new comment's author. They stay empty, because `personReference` and `fullName` take the
 * viewer's own name from `viewer`.
 */
const ownName = { shown_given_name: '', shown_surname: '' };

function toComment(iris: Iris, row: Row, viewer: Person): Shown {
  return {
    '@id': iris.of(`${commentCollection}/${row.uuid}`),
    '@type': 'ActivityComment',
    personName: fullName(row, viewer),
    person: personReference(iris, row, viewer),
    createdAt: row.created_at.toString(),
    content: row.unwanted ? '' : row.content,
    inappropriateForYou: row.unwanted,
  };
}
