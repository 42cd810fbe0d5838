import type { api } from '../../contract/api.ts';
import type { Context } from '../context.ts';
import type { Handlers } from '../kit/mount.ts';
import { listMenuItems } from './menu.ts';

export const menuRoutes: Handlers<Context, typeof api.menus> = {
  list: ({ db }, { query }) => listMenuItems(db, query.locale),
};
