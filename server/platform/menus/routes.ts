import type { api } from '../../../contract/api.ts';
import type { Context } from '../../context.ts';
import type { CachedResponses, Handlers } from '../../kit/mount.ts';
import { managedRoutes } from '../../management/managed-routes.ts';
import { startLanguage } from '../settings/config.ts';
import { managedMenus } from './managed-menus.ts';
import { listMenuItems } from './menu.ts';

/** Returns whether a person may open the organisers' app's pages for organisers. */
type IsOrganiser = (personId: number) => Promise<boolean>;

const isForOrganiser = async (isOrganiser: IsOrganiser, { request: { session } }: Context) =>
  session.personId !== undefined && (await isOrganiser(session.personId));

export const menuRoutes = (isOrganiser: IsOrganiser): Handlers<Context, typeof api.menus> => ({
  list: async (context, { query }) => {
    const language = await startLanguage(context.db, query.locale);
    return listMenuItems(context.db, language, await isForOrganiser(isOrganiser, context));
  },
});

export const cachedMenus = (isOrganiser: IsOrganiser): CachedResponses<Context, typeof api.menus> => ({
  list: async (context) => ((await isForOrganiser(isOrganiser, context)) ? 'organiser' : ''),
});

export const menuManagement: Handlers<Context, typeof api.managedMenus> = {
  list: managedRoutes(managedMenus).list,
  one: managedRoutes(managedMenus).one,
  replace: managedRoutes(managedMenus).replace,
};
