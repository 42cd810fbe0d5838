import type { api } from '../../../contract/api.ts';
import type { Context } from '../../context.ts';
import type { CachedResponses, Handlers } from '../../kit/mount.ts';
import { managedRoutes } from '../../management/managed-routes.ts';
import { startLanguage } from '../settings/config.ts';
import { managedMenus } from './managed-menus.ts';
import { listMenuItems } from './menu.ts';

export const menuRoutes: Handlers<Context, typeof api.menus> = {
  list: async ({ db, request }, { query }) =>
    listMenuItems(db, await startLanguage(db, query.locale), request.session.personId),
};

export const cachedMenus: CachedResponses<Context, typeof api.menus> = {
  list: ({ request }) => `person ${request.session.personId ?? 'none'}`,
};

export const menuManagement: Handlers<Context, typeof api.managedMenus> = {
  list: managedRoutes(managedMenus).list,
  one: managedRoutes(managedMenus).one,
  replace: managedRoutes(managedMenus).replace,
};
