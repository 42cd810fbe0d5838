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

/** The sections of react-admin's texts to which we add texts. */
type Sections = Record<keyof (typeof en)['ra'], object>;

/**
 * React-admin's texts, our versions of those that it has in English only, and our own texts; ours name no resource in a
 * sentence.
 */
const together = (kit: Sections, { editor, ra, ...own }: typeof en) => ({
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
  en: together(english.ra, en),
  // Uses typographic apostrophes, like the other texts.
  fr: together(JSON.parse(JSON.stringify(french.ra).replaceAll("'", '’')), fr),
  nl: together(dutch, nl),
};

const startLanguage = document.documentElement.lang as Language;

const provider = polyglotI18nProvider(
  (locale) => texts[locale as Language] as never,
  startLanguage,
  Object.entries(names).map(([locale, name]) => ({ locale, name })),
  { allowMissing: false },
);

/** Stores a language for this browser, and for the account, as this app has no other setting for it. */
async function remember(language: Language): Promise<void> {
  await call(switchLanguage, { query: { locale: language } });
  const { givenName, surname } = await call(me, {});
  await call(modifyData, { body: { givenName, surname, language } });
}

/** The texts in the language that the server wrote into the page, or in a later choice. */
export const i18nProvider: I18nProvider = {
  ...provider,
  changeLocale: async (locale) => {
    document.documentElement.lang = locale;
    // A failure to remember it does not affect the current page.
    remember(locale as Language).catch(() => undefined);
    await provider.changeLocale(locale);
  },
};
