import type { Language } from '../contract/kit/fields.ts';
import type { Db } from '../server/db/db.ts';
import { cleanConfig } from '../server/platform/settings/clean-config.ts';
import { infoScreens, registerExtras, welcomeCards } from './config-texts.ts';

/** Inserts the settings of the demo company, which turn on every feature that needs no external service. */
export async function insertDemoConfigs(
  tx: Db,
  ids: { progressMapId: number; faqLibraryId: number },
): Promise<void> {
  const configs: Record<string, unknown> = {
    teamsEnabled: true,
    allowTeamCreation: true,
    likesEnabled: true,
    commentsEnabled: true,
    stravaApproved: true,
    participantsModifier: 1,
    headerMode: 'dark',
    logoDark: 'logo-dark.svg',
    logoLight: 'logo-light.svg',
    ...ids,
    registrationMethod: 'formAndProviders',
    providerLogo: 'demo-provider-logo.svg',
    defaultLanguage: 'nl',
    availableLanguages: [
      { code: 'nl', label: 'Nederlands' },
      { code: 'fr', label: 'Français' },
      { code: 'en', label: 'English' },
    ],
    ...inEveryLanguage('registerExtraTitle', registerExtras, ({ title }) => title),
    ...inEveryLanguage('registerExtraText', registerExtras, ({ text }) => text),
    ...inEveryLanguage('dashboardInfoTitle', welcomeCards, ({ title }) => title),
    ...inEveryLanguage('dashboardInfoContent', welcomeCards, ({ text }) => text),
    ...inEveryLanguage('infoScreen', infoScreens, (text) => text),
  };
  const rows = Object.entries(configs).map(async ([key, value]) => ({
    key,
    value: JSON.stringify(await cleanConfig(key, value)),
  }));
  await tx
    .insertInto('configs')
    .values(await Promise.all(rows))
    .execute();
}

/** Settings with one key per language, such as `infoScreenNl`. */
function inEveryLanguage<Entry>(
  name: string,
  entries: Record<Language, Entry>,
  textOf: (entry: Entry) => string,
): Record<string, string> {
  const suffixes: Record<Language, string> = { nl: 'Nl', fr: 'Fr', en: 'En' };
  return Object.fromEntries(
    (['nl', 'fr', 'en'] as const).map((language) => [name + suffixes[language], textOf(entries[language])]),
  );
}
