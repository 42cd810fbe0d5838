import { readdir, readFile } from 'node:fs/promises';
import { createInstance } from 'i18next';
import { type Language, languages } from '../../contract/kit/fields.ts';
import type { Translate } from '../kit/problems.ts';

/** The one place where texts stand, for the browser and for the server's own answers. */
const folder = new URL('../../web/i18n/', import.meta.url);

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

/** Puts keys into a language; English where a text is missing. */
export function translator(texts: Texts): Translate {
  const i18n = createInstance();
  i18n.init({
    resources: texts as never,
    fallbackLng: 'en',
    initAsync: false,
    interpolation: { escapeValue: false },
  });
  return (language, namespace, key, values = {}) => i18n.t(key, { ...values, lng: language, ns: namespace });
}
