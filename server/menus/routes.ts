import type { api } from '../../contract/api.ts';
import type { Context } from '../context.ts';
import type { Handlers } from '../kit/mount.ts';
import { listMenuItems } from './menu.ts';

export const menuRoutes: Handlers<Context, typeof api.menus> = {
  list: ({ db, request, reply }, { query }) => {
    // Not the same for everybody: no proxy may keep it.
    reply.header('cache-control', 'private, no-cache');
    return listMenuItems(db, query.locale, request.session.personId);
  },
};
