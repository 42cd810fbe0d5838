import type { api } from '../../contract/api.ts';
import type { Context } from '../context.ts';
import type { Handlers } from '../kit/mount.ts';
import { violation } from '../kit/problem-error.ts';
import { managedRoutes } from '../management/managed-routes.ts';
import { availableLanguages, listConfigs, startLanguage } from './config.ts';
import { managedSettings } from './managed-settings.ts';
import { rememberLanguage } from './remembered-language.ts';

export const configRoutes: Handlers<Context, typeof api.configs> = {
  list: async ({ db, iris }) => {
    const members = await listConfigs(db, iris);
    return { members, totalItems: members.length };
  },
  listLanguages: async ({ db }) =>
    (await availableLanguages(db)).map((value) => ({ type: 'availableLanguages', value })),
  switchLanguage: async ({ db, iris, reply }, { query }) => {
    if ((await startLanguage(db, query.locale)) !== query.locale)
      throw violation('locale', 'language.unknown');
    rememberLanguage(reply, iris, query.locale);
  },
};

/** `changed` is told when a setting was: texts name the platform. */
export const settingsManagement = (
  changed: () => Promise<void>,
): Handlers<Context, typeof api.managedSettings> => {
  const { list, one, replace } = managedRoutes(managedSettings, changed);
  return { list, one, replace };
};
