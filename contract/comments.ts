import * as z from 'zod/mini';
import { moment, paging, reference, requiredText } from './kit/fields.ts';
import { operation } from './kit/operation.ts';
import { collection, resource } from './kit/resource.ts';
import { PersonReference } from './people.ts';

export const ActivityComment = resource('ActivityComment', {
  /** The author's name; empty if the author is not shown by name. */
  personName: z.string(),
  /** The author. People can delete their own comments and flag other people's comments. */
  person: PersonReference,
  createdAt: moment,
  /** The comment as plain text; empty if the comment is hidden. */
  content: z.string(),
  /** Whether the comment is hidden, because the signed-in person or enough other people flagged it. */
  inappropriateForYou: z.boolean(),
});
export type ActivityComment = z.infer<typeof ActivityComment>;

export const ActivityCommentFlag = resource('ActivityCommentFlag', {
  /** The address of the comment. */
  comment: z.string(),
  reason: z.string(),
});

/** A comment has at most 1,000 characters, which fill a phone's screen. */
export const NewComment = z.object({
  content: z
    .string('comment.empty')
    .check(
      z.trim(),
      z.minLength(1, { error: 'comment.empty', abort: true }),
      z.maxLength(1000, 'comment.tooLong'),
    ),
  activity: reference,
});

/** A flag on a comment. The reason has at most 500 characters, enough to explain the problem to a moderator. */
export const NewFlag = z.object({ comment: reference, reason: requiredText(500) });

export const list = operation({
  method: 'GET',
  path: '/platform/api/activities/:uuid/comments',
  summary: 'Lists the comments on an activity, newest first.',
  access: 'participant',
  params: z.object({ uuid: z.uuid() }),
  query: z.object(paging),
  answer: collection(ActivityComment, {}),
});

export const create = operation({
  method: 'POST',
  path: '/platform/api/activity_comments',
  summary: 'Adds a comment to an activity.',
  access: 'participant',
  body: NewComment,
  status: 201,
  answer: ActivityComment,
});

export const remove = operation({
  method: 'DELETE',
  path: '/platform/api/activity_comments/:uuid',
  summary: 'Removes your own comment.',
  access: 'participant',
  params: z.object({ uuid: z.uuid() }),
  status: 204,
});

export const flag = operation({
  method: 'POST',
  path: '/platform/api/activity_comment_flags',
  summary:
    'Flags a comment as inappropriate and hides it from the signed-in person. Three flags hide a comment from everybody.',
  access: 'participant',
  body: NewFlag,
  status: 201,
  answer: ActivityCommentFlag,
});
