import type { api } from '../../../contract/api.ts';
import type { Context } from '../../context.ts';
import type { Handlers } from '../../kit/mount.ts';
import { mustBeOn } from '../../platform/settings/config.ts';
import { toggleLike } from './like.ts';
import { listLikes } from './like-list.ts';

export const likeRoutes: Handlers<Context, typeof api.likes> = {
  list: async ({ db, iris, person }, { params, query }) => {
    await mustBeOn(db, 'likesEnabled');
    return listLikes(db, iris, person, params.uuid, query);
  },
  toggle: async ({ db, iris, person, now }, { params, query }) => {
    await mustBeOn(db, 'likesEnabled');
    const wanted = query.liked && query.liked === 'true';
    return toggleLike(db, iris, person, params.uuid, wanted, now);
  },
};
