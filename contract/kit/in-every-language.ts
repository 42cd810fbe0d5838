import * as z from 'zod/mini';
import { type Language, languages } from './fields.ts';

const textOf = (maximum: number) =>
  z._default(z.string('value.invalid').check(z.trim(), z.maxLength(maximum, 'value.tooLong')), '');

type Texts = Record<Language, ReturnType<typeof textOf>>;

const shapeOf = (maximum: number) =>
  Object.fromEntries(languages.map((language) => [language, textOf(maximum)])) as Texts;

/**
 * A text in each language, of at most `maximum` characters. The text may be empty in some languages, but not in all;
 * the app shows another language in place of an empty text.
 */
export const inEveryLanguage = (maximum: number) =>
  z.object(shapeOf(maximum), 'value.required').check(
    z.refine((texts) => Object.values(texts).some((text) => text !== ''), {
      error: 'value.required',
      path: [languages[0]],
    }),
  );

/** A text in each language that may be empty in all languages. */
export const maybeInEveryLanguage = (maximum: number) => z.object(shapeOf(maximum), 'value.required');
