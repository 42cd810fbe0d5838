import * as z from 'zod/mini';

/**
 * The words that schemas are written in.
 *
 * A message is a key of the `validation` texts, never a sentence: the server translates it for the
 * answer, the browser for the form, both from the same file.
 */

/** Stops validation: a second message about an empty field is useless. */
export const notEmpty = z.minLength(1, { error: 'value.required', abort: true });

/** A required text; surrounding white space is removed. `maximum` is in characters. */
export const requiredText = (maximum: number) =>
  z
    .string('value.required')
    .check(z.trim(), notEmpty, z.maxLength(maximum, { error: 'value.tooLong', abort: true }));

/** A calendar date in an answer, `YYYY-MM-DD`; without time and zone. */
export const calendarDate = z.iso.date('date.invalid');

/** Earlier dates are typing errors, such as the year 26. */
export const earliestDate = '2000-01-01';

/** No challenge is planned for later. Adding to it stays far below the limits of databases and calendars. */
export const latestDate = '2199-12-31';

const isDate = (text: string) => z.safeParse(z.iso.date(), text).success;

/** A required calendar date. */
export const requiredDate = z.string('value.required').check(
  notEmpty,
  z.refine((date) => isDate(date), { error: 'date.invalid', abort: true }),
  z.refine((date) => date >= earliestDate, 'date.tooEarly'),
  z.refine((date) => date <= latestDate, { error: 'date.tooLate', abort: true }),
);

/** A moment in an answer, ISO 8601 with its offset. */
export const moment = z.iso.datetime({ offset: true });

/** Offsets of the world's time zones end at 14 hours, and clocks at nanoseconds. */
const momentParts = /^(\d{4}-\d\d-\d\d)T[\d:]+(?:\.\d{1,9})?(?:Z|[+-](?:0\d|1[0-3]):[0-5]\d|[+-]14:00)$/;

/** A moment in a request: within the accepted dates, and with an offset that is in use somewhere. */
export const requiredMoment = z.string('value.required').check(
  notEmpty,
  z.refine((text) => moment.safeParse(text).success && momentParts.test(text), {
    error: 'moment.invalid',
    abort: true,
  }),
  z.refine((text) => text >= earliestDate, 'date.tooEarly'),
  z.refine((text) => text.slice(0, 10) <= latestDate, 'date.tooLate'),
);

/** The address of a resource: a path that starts with the base path. */
export const iri = z.string('value.required').check(notEmpty);

/** Another resource in a form: its address, or an object with its address. */
export const reference = z.pipe(
  z.union([iri, z.object({ '@id': iri })], 'value.required'),
  z.transform((value: string | { '@id': string }) => (typeof value === 'string' ? value : value['@id'])),
);

/** The languages of the product's texts. */
export const languages = ['en', 'fr', 'nl'] as const;
export type Language = (typeof languages)[number];
export const language = z.enum(languages, 'language.unknown');

/** The language requested for an answer. An unavailable language is not an error: the answer is in the default one. */
export const locale = z.string('value.required').check(z.maxLength(100, 'value.tooLong'));

/** The product's default language, unless an organiser sets another. */
export const defaultLanguage: Language = 'nl';

/** The largest id of a row: the columns have 32 bits. */
const largestRowNumber = 2_147_483_647;

/** The id of a row, in an address or a query. */
export const rowNumber = z.coerce.number().check(z.int(), z.positive(), z.lte(largestRowNumber));

/** The id of a row, required in a body. */
export const requiredRowNumber = z
  .int('value.required')
  .check(z.positive('value.invalid'), z.lte(largestRowNumber, 'value.invalid'));

/** Whether a number has at most three decimals, like the columns of kilometres and factors. */
export const hasThreeDecimals = (value: number) => Math.round(value * 1000) / 1000 === value;

/** Digits, with marks between them: meant as a number, however it is written. */
const looksLikeNumber = /^\d[\d\s.,]*$/;

/** A number, or a text that matches `pattern`. */
const numberOrText = (pattern: RegExp) =>
  z.pipe(
    z.union([z.number(), z.string()], 'value.required'),
    z.transform((input: number | string, context) => {
      const text = String(input).trim();
      if (pattern.test(text) || (typeof input === 'number' && input >= 0))
        return Number(text.replace(',', '.'));
      const message =
        typeof input === 'string' && looksLikeNumber.test(text) ? 'number.unclear' : 'number.invalid';
      context.issues.push({ code: 'custom', message: text === '' ? 'value.required' : message, input });
      return z.NEVER;
    }),
  );

/** A number in a request: a JSON number, or a text with a point or a comma before decimals. */
export const numeric = numberOrText(/^\d+([.,]\d+)?$/);

/** A whole number in a request. Its text has digits only: «8.000» is eight thousand to some, and eight to others. */
export const wholeNumeric = numberOrText(/^\d+$/);

/** A whole number in a query string. */
export const wholeNumber = (minimum: number, maximum: number) =>
  z.coerce
    .number('number.invalid')
    .check(z.int('number.invalid'), z.gte(minimum, 'number.outOfRange'), z.lte(maximum, 'number.outOfRange'));

/** Query parameters of every list: 20 items a page by default, at most 50, so that a page stays fast on a phone. */
export const paging = {
  page: z._default(wholeNumber(1, 100_000), 1),
  itemsPerPage: z._default(wholeNumber(1, 50), 20),
  /** Opaque, from `hydra:next`; keeps pages stable when entries are added meanwhile. */
  cursor: z.optional(
    z
      .string()
      .check(
        z.refine(
          (cursor) =>
            /^[\d-]{10}_\d{1,18}$/.test(cursor) && requiredDate.safeParse(cursor.slice(0, 10)).success,
          'cursor.invalid',
        ),
      ),
  ),
};
