import * as z from 'zod/mini';
import { moment, paging, reference, requiredText } from './kit/fields.ts';
import { operation } from './kit/operation.ts';
import { collection, resource } from './kit/resource.ts';
import { PersonReference } from './people.ts';

export const ActivityComment = resource('ActivityComment', {
  /** Empty for somebody who is not named. */
  personName: z.string(),
  /** The author: people can delete their own comments, and flag other people's. */
  person: PersonReference,
  createdAt: moment,
  /** Plain text; empty if the comment is hidden. */
  content: z.string(),
  /** Whether the comment is hidden: flagged by the reader, or by enough others. */
  inappropriateForYou: z.boolean(),
});
export type ActivityComment = z.infer<typeof ActivityComment>;

export const ActivityCommentFlag = resource('ActivityCommentFlag', {
  /** Address of the comment. */
  comment: z.string(),
  reason: z.string(),
});

/** 1,000 characters fill a phone's screen: more than anybody reads beside an activity. */
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

/** 500 characters are enough to explain the problem to a moderator. */
export const NewFlag = z.object({ comment: reference, reason: requiredText(500) });

export const list = operation({
  method: 'GET',
  path: '/platform/api/activities/:uuid/comments',
  summary: 'Lists the comments on an activity, the newest first.',
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
    'Flags a comment as unwanted, which hides it for the signed-in person. Three flags hide it for everybody.',
  access: 'participant',
  body: NewFlag,
  status: 201,
  answer: ActivityCommentFlag,
});
