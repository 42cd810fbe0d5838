import { readdir, readFile } from 'node:fs/promises';
import { createInstance } from 'i18next';
import { type Language, languages } from '../../../contract/kit/fields.ts';
import { defaultPlatformName } from '../../../contract/kit/platform-name.ts';
import type { Translate } from '../../kit/problems.ts';

/** The only folder with texts, both for the browser and for the server's own messages. */
const folder = new URL('../../../web/i18n/', import.meta.url);

export type Texts = Record<Language, Record<string, Record<string, unknown>>>;

/** Reads the texts of all languages, by namespace. */
export async function loadTexts(): Promise<Texts> {
  const entries = languages.map(async (language) => [language, await loadLanguage(language)] as const);
  return Object.fromEntries(await Promise.all(entries)) as Texts;
}

async function loadLanguage(language: Language) {
  const files = await readdir(new URL(`${language}/`, folder));
  const entries = files.map(async (file) => {
    const text = await readFile(new URL(`${language}/${file}`, folder), 'utf8');
    return [file.replace('.json', ''), JSON.parse(text)] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** Translates keys with texts that can be replaced at run time. */
export interface Translator {
  translate: Translate;
  /** Uses this platform name in every text from now on. */
  name(platformName: string): void;
  /** Restores all texts that were replaced earlier, then replaces the given ones. */
  apply(overrides: { language: string; namespace: string; key: string; text: string }[]): void;
}

/** Creates a translator, which falls back to English if a text is missing. */
export function openTranslator(texts: Texts): Translator {
  const i18n = createInstance();
  i18n.init({
    resources: structuredClone(texts) as never,
    fallbackLng: 'en',
    initAsync: false,
    interpolation: { escapeValue: false },
  });
  let platformName: string = defaultPlatformName;
  let changed: { language: string; namespace: string }[] = [];
  return {
    translate: (language, namespace, key, values = {}) =>
      i18n.t(key, { platformName, ...values, lng: language, ns: namespace }),
    name: (given) => {
      platformName = given;
    },
    apply: (overrides) => {
      for (const { language, namespace } of changed)
        i18n.addResourceBundle(language, namespace, texts[language as Language][namespace], true, true);
      for (const { language, namespace, key, text } of overrides)
        if (i18n.exists(key, { lng: language, ns: namespace }))
          i18n.addResource(language, namespace, key, text);
      changed = overrides;
    },
  };
}

/** Returns a function that translates keys with the product's own texts. */
export const translator = (texts: Texts): Translate => openTranslator(texts).translate;
