import type { api } from '../../../contract/api.ts';
import type { Context } from '../../context.ts';
import type { Handlers } from '../../kit/mount.ts';
import { mustBeOn } from '../../platform/settings/config.ts';
import type { Activities } from '../found-activity.ts';
import { toggleLike } from './like.ts';
import { listLikes } from './like-list.ts';

export const likeRoutes = (activities: Activities): Handlers<Context, typeof api.likes> => ({
  list: async ({ db, iris, person }, { params, query }) => {
    await mustBeOn(db, 'likesEnabled');
    return listLikes(db, iris, activities, person, params.uuid, query);
  },
  toggle: async ({ db, iris, person, now }, { params, query }) => {
    await mustBeOn(db, 'likesEnabled');
    const wanted = query.liked && query.liked === 'true';
    await toggleLike(db, activities, person, params.uuid, wanted, now);
    return activities.shown(db, iris, params.uuid, person);
  },
});
