import i18next, { type BackendModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import * as configs from '../../contract/configs.ts';
import type { Language } from '../../contract/kit/fields.ts';
import * as translations from '../../contract/translations.ts';
import { call } from '../kit/call.ts';
import { platformName, session } from '../kit/page.ts';

/** Fetches a namespace when a screen first needs it. */
const backend: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (lang, namespace, done) => {
    call(translations.one, { params: { lang: lang as Language, file: `${namespace}.json` } }).then(
      (texts) => done(null, texts),
      (failure) => done(failure, false),
    );
  },
};

/** Starts the texts in the language that the server wrote into the page. */
export function startTexts(): void {
  i18next.on('languageChanged', (language) => {
    document.documentElement.lang = language;
  });
  i18next
    .use(backend)
    .use(initReactI18next)
    .init({
      lng: document.documentElement.lang,
      fallbackLng: 'nl',
      load: 'currentOnly',
      // The sign-in form is the first thing that a signed-out person waits for.
      ns: ['common', 'validation', ...(session === 'signed-out' ? ['sessions'] : [])],
      defaultNS: 'common',
      interpolation: { escapeValue: false, defaultVariables: { platformName } },
    });
}

/** Switches the texts of the app and lets the server remember it for this browser. */
export async function switchLanguage(language: Language): Promise<void> {
  // Whether it is remembered does not matter for what is shown now.
  call(configs.switchLanguage, { query: { locale: language } }).catch(() => undefined);
  await i18next.changeLanguage(language);
}
