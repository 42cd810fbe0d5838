import i18next, { type BackendModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import * as configs from '../../contract/configs.ts';
import type { Language } from '../../contract/kit/fields.ts';
import type { Answer } from '../../contract/kit/operation.ts';
import * as translations from '../../contract/translations.ts';
import { call } from '../kit/call.ts';
import { platformName } from '../kit/page.ts';

/** The texts of each requested language, all in one response. */
const loading = new Map<Language, Promise<Answer<typeof translations.all>>>();

/** Loads all texts of a language at once, so that no screen has to wait for its own texts. Retries after a failure. */
function textsOf(lang: Language) {
  const known = loading.get(lang);
  if (known) return known;
  const asked = call(translations.all, { params: { lang } }).then((texts) => {
    for (const [namespace, inner] of Object.entries(texts)) i18next.addResourceBundle(lang, namespace, inner);
    return texts;
  });
  loading.set(lang, asked);
  asked.catch(() => loading.delete(lang));
  return asked;
}

const backend: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (lang, namespace, done) => {
    textsOf(lang as Language).then(
      (texts) => done(null, texts[namespace]),
      // Retries a few times, because no screen works without texts.
      (failure) => done(failure, true),
    );
  },
};

/** Initialises i18next in the language of the page and loads its texts. Never rejects. */
export async function startTexts(): Promise<void> {
  i18next.on('languageChanged', (language) => {
    document.documentElement.lang = language;
  });
  await i18next
    .use(backend)
    .use(initReactI18next)
    .init({
      lng: document.documentElement.lang,
      // Every language has all texts, so loading a fallback language would be useless.
      fallbackLng: false,
      load: 'currentOnly',
      ns: ['common', 'validation'],
      defaultNS: 'common',
      interpolation: { escapeValue: false, defaultVariables: { platformName } },
    })
    // The screens report a failure.
    .catch(() => undefined);
}

/**
 * Switches the app to a language once its texts are loaded, and asks the server to remember the language for this
 * browser.
 */
export async function switchLanguage(language: Language): Promise<void> {
  // If the server fails to store the language, the current page still uses it.
  call(configs.switchLanguage, { query: { locale: language } }).catch(() => undefined);
  const isLoaded = await textsOf(language).then(
    () => true,
    () => false,
  );
  if (isLoaded) await i18next.changeLanguage(language);
}
