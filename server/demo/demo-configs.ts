import type { Language } from '../../contract/kit/fields.ts';
import type { Db } from '../db/db.ts';
import { infoScreens, registerExtras, welcomeCards } from './demo-config-texts.ts';

/** Writes the settings of the demo company; no optional feature is on. */
export async function insertDemoConfigs(tx: Db, progressMapId: number): Promise<void> {
  const configs: Record<string, unknown> = {
    teamsEnabled: false,
    allowTeamCreation: false,
    likesEnabled: false,
    commentsEnabled: false,
    stravaApproved: false,
    participantsModifier: 1,
    headerMode: 'dark',
    logoDark: 'logo-dark.svg',
    logoLight: 'logo-light.svg',
    progressMapId,
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
  await tx
    .insertInto('configs')
    .values(Object.entries(configs).map(([key, value]) => ({ key, value: JSON.stringify(value) })))
    .execute();
}

/** A key a language, as `infoScreenNl`. */
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
