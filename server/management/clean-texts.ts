import { languages } from '../../contract/kit/fields.ts';
import { cleanHtml } from '../kit/clean-markup.ts';
import type { Texts } from './texts.ts';

/**
 * Sanitises the HTML of each language for storage. Throws a violation on `field` and the language whose HTML cannot be
 * sanitised.
 */
export async function cleanTexts(texts: Texts, field: string): Promise<Texts> {
  const cleaned = languages.map(async (language) => [
    language,
    texts[language] && (await cleanHtml(texts[language], `${field}.${language}`)),
  ]);
  return Object.fromEntries(await Promise.all(cleaned)) as Texts;
}
