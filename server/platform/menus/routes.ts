import type { FastifyRequest } from 'fastify';
import type { api } from '../../../contract/api.ts';
import type { Context } from '../../context.ts';
import type { CachedResponses } from '../../kit/cached-responses.ts';
import type { Handlers } from '../../kit/mount.ts';
import { managedRoutes } from '../../management/managed-routes.ts';
import { startLanguage } from '../settings/config.ts';
import { managedMenus } from './managed-menus.ts';
import { listMenuItems } from './menu.ts';

/** Returns whether the person who sends a request, if any, is an organiser. */
type IsOrganiser = (request: FastifyRequest) => Promise<boolean>;

export const menuRoutes = (isOrganiser: IsOrganiser): Handlers<Context, typeof api.menus> => ({
  list: async ({ db, request }, { query }) =>
    listMenuItems(db, await startLanguage(db, query.locale), await isOrganiser(request)),
});

export const cachedMenus = (isOrganiser: IsOrganiser): CachedResponses<Context, typeof api.menus> => ({
  list: { ofSettings: async ({ request }) => ((await isOrganiser(request)) ? 'organiser' : '') },
});

export const menuManagement: Handlers<Context, typeof api.managedMenus> = {
  list: managedRoutes(managedMenus).list,
  one: managedRoutes(managedMenus).one,
  replace: managedRoutes(managedMenus).replace,
};
