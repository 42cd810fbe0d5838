import i18next from 'i18next';
import HttpBackend from 'i18next-http-backend';
import { initReactI18next } from 'react-i18next';
import * as configs from '../../contract/configs.ts';
import type { Language } from '../../contract/kit/fields.ts';
import { call } from '../kit/call.ts';
import { basePath } from '../kit/page.ts';

/** Starts the texts in the language that the server wrote into the page. */
export function startTexts(): void {
  i18next.on('languageChanged', (language) => {
    document.documentElement.lang = language;
  });
  i18next
    .use(HttpBackend)
    .use(initReactI18next)
    .init({
      lng: document.documentElement.lang,
      fallbackLng: 'nl',
      load: 'currentOnly',
      ns: ['common', 'validation'],
      defaultNS: 'common',
      interpolation: { escapeValue: false },
      backend: { loadPath: `${basePath}translations/{{lng}}/{{ns}}.json` },
    });
}

/** Switches the texts of the app and lets the server remember it for this browser. */
export async function switchLanguage(language: Language): Promise<void> {
  // Whether it is remembered does not matter for what is shown now.
  call(configs.switchLanguage, { query: { locale: language } }).catch(() => undefined);
  await i18next.changeLanguage(language);
}
