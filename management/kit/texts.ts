import polyglotI18nProvider from 'ra-i18n-polyglot';
import english from 'ra-language-english';
import french from 'ra-language-french';
import type { I18nProvider } from 'react-admin';
import { modifyData } from '../../contract/accounts.ts';
import { switchLanguage } from '../../contract/configs.ts';
import type { Language } from '../../contract/kit/fields.ts';
import { me } from '../../contract/people.ts';
import en from '../i18n/en.json' with { type: 'json' };
import fr from '../i18n/fr.json' with { type: 'json' };
import nl from '../i18n/nl.json' with { type: 'json' };
import dutch from '../i18n/ra-nl.json' with { type: 'json' };
import { call } from './call.ts';

const names: Record<Language, string> = { nl: 'Nederlands', fr: 'Français', en: 'English' };

/** The type of react-admin's sections of texts, to which the app adds texts. */
type Sections = Record<keyof (typeof en)['ra'], object>;

/**
 * Combines react-admin's texts, our translations of those that react-admin has only in English, and the app's own
 * texts, which never contain the name of a resource inside a sentence.
 */
const mergeTexts = (kit: Sections, { editor, ra, ...own }: typeof en) => ({
  ra: {
    ...kit,
    navigation: { ...kit.navigation, ...ra.navigation },
    page: { ...kit.page, ...ra.page },
    message: { ...kit.message, ...ra.message },
    tiptap: editor,
    locales: names,
  },
  ...own,
});

const texts: Record<Language, object> = {
  en: mergeTexts(english.ra, en),
  // Replaces apostrophes with typographic ones, as in the other texts.
  fr: mergeTexts(JSON.parse(JSON.stringify(french.ra).replaceAll("'", '’')), fr),
  nl: mergeTexts(dutch, nl),
};

const startLanguage = document.documentElement.lang as Language;

const provider = polyglotI18nProvider(
  (locale) => texts[locale as Language] as never,
  startLanguage,
  Object.entries(names).map(([locale, name]) => ({ locale, name })),
  { allowMissing: false },
);

/** Stores the language for this browser and for the account, because the app has no other setting for the language. */
async function remember(language: Language): Promise<void> {
  await call(switchLanguage, { query: { locale: language } });
  const { givenName, surname } = await call(me, {});
  await call(modifyData, { body: { givenName, surname, language } });
}

/** The texts in the language that the server wrote into the page, or in a language that the person chose later. */
export const i18nProvider: I18nProvider = {
  ...provider,
  changeLocale: async (locale) => {
    document.documentElement.lang = locale;
    // If storing the language fails, the current page still uses it.
    remember(locale as Language).catch(() => undefined);
    await provider.changeLocale(locale);
  },
};
