import type { api } from '../../../contract/api.ts';
import type { Context } from '../../context.ts';
import type { AttemptLimit } from '../../kit/attempt-limit.ts';
import type { Handlers } from '../../kit/mount.ts';
import { mustBeOn } from '../../platform/settings/config.ts';
import type { Activities } from '../found-activity.ts';
import { addComment, listComments, removeComment } from './comment.ts';
import { flagComment } from './flag.ts';

export const commentRoutes = (
  limit: AttemptLimit,
  activities: Activities,
): Handlers<Context, typeof api.comments> => ({
  list: async ({ db, iris, person }, { params, query }) => {
    await mustBeOn(db, 'commentsEnabled');
    return listComments(db, iris, activities, person, params.uuid, query);
  },
  create: async ({ db, iris, person, now }, { body }) => {
    await mustBeOn(db, 'commentsEnabled');
    return addComment(db, iris, limit, person, body, now);
  },
  remove: async ({ db, person }, { params }) => {
    await mustBeOn(db, 'commentsEnabled');
    await removeComment(db, person, params.uuid);
  },
  flag: async ({ db, iris, person, now }, { body }) => {
    await mustBeOn(db, 'commentsEnabled');
    return flagComment(db, iris, person, body, now);
  },
});
