import type { api } from '../../../contract/api.ts';
import type { Context } from '../../context.ts';
import type { Handlers } from '../../kit/mount.ts';
import { managedRoutes } from '../../management/managed-routes.ts';
import { startLanguage } from '../settings/config.ts';
import { managedMenus } from './managed-menus.ts';
import { listMenuItems } from './menu.ts';

export const menuRoutes: Handlers<Context, typeof api.menus> = {
  list: async ({ db, request, reply }, { query }) => {
    // The menu differs between people, so proxies must not cache it.
    reply.header('cache-control', 'private, no-cache');
    return listMenuItems(db, await startLanguage(db, query.locale), request.session.personId);
  },
};

export const menuManagement: Handlers<Context, typeof api.managedMenus> = {
  list: managedRoutes(managedMenus).list,
  one: managedRoutes(managedMenus).one,
  replace: managedRoutes(managedMenus).replace,
};
