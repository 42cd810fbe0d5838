import type { api } from '../../../contract/api.ts';
import type { Language } from '../../../contract/kit/fields.ts';
import type { MenuItem } from '../../../contract/menus.ts';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/db.ts';
import { type CachedResponses, forEverybody } from '../../kit/cached-responses.ts';
import type { Handlers } from '../../kit/mount.ts';
import { managedRoutes } from '../../management/managed-routes.ts';
import { availableLanguages, listConfigs, startLanguage } from './config.ts';
import { managedSettings } from './managed-settings.ts';
import { rememberLanguage } from './remembered-language.ts';

/** Returns the visitors' menu in the given language. */
export type MenuOf = (db: Db, language: Language) => Promise<MenuItem[]>;

/**
 * Returns the handlers for public settings. `passwordUsers` returns who may sign in with a password, which is part of
 * the settings unless everybody may.
 */
export const configRoutes = (
  menuOf: MenuOf,
  passwordUsers: (db: Db) => Promise<string>,
): Handlers<Context, typeof api.configs> => ({
  list: async ({ db, iris, language }) => {
    const menuItems = await menuOf(db, language);
    const users = await passwordUsers(db);
    const passwords = users === 'everybody' ? {} : { passwordUsers: users };
    const members = await listConfigs(db, iris, { menuItems, ...passwords });
    return { members, totalItems: members.length };
  },
  listLanguages: async ({ db }) =>
    (await availableLanguages(db)).map((value) => ({ type: 'availableLanguages', value })),
  switchLanguage: async ({ db, iris, reply }, { query }) => {
    rememberLanguage(reply, iris, await startLanguage(db, query.locale));
  },
});

export const cachedConfigs: CachedResponses<Context, typeof api.configs> = { list: forEverybody };

/**
 * Returns the handlers for managing settings. `changed` runs after every change, because texts contain the platform's
 * name. `mayCloseForm` throws if no organiser could sign in without a password.
 */
export const settingsManagement = (
  changed: () => Promise<void>,
  mayCloseForm: (tx: Db) => Promise<void>,
): Handlers<Context, typeof api.managedSettings> => {
  const checked: typeof managedSettings = {
    ...managedSettings,
    replace: async (tx, id, fields, now, before) => {
      const { registrationMethod: method } = fields;
      if (method === 'providers' && method !== before.registrationMethod) await mayCloseForm(tx);
      await managedSettings.replace?.(tx, id, fields, now, before);
    },
  };
  const { list, one, replace } = managedRoutes(checked, changed);
  return { list, one, replace };
};
