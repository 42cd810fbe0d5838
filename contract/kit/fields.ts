import * as z from 'zod/mini';

/**
 * Building blocks for schemas.
 *
 * An error message is a key of the `validation` texts, never a sentence. The server translates the key for the
 * response and the browser translates it for the form, both from the same file.
 */

/** Rejects an empty text and stops validation, so that an empty field gets only one message. */
export const notEmpty = z.minLength(1, { error: 'value.required', abort: true });

/** A required text of at most `maximum` characters; surrounding white space is removed. */
export const requiredText = (maximum: number) =>
  z
    .string('value.required')
    .check(z.trim(), notEmpty, z.maxLength(maximum, { error: 'value.tooLong', abort: true }));

/** A calendar date in a response: `YYYY-MM-DD`, without time and time zone. */
export const calendarDate = z.iso.date('date.invalid');

/** The earliest accepted date. Earlier dates are typing errors, for example the year 26. */
export const earliestDate = '2000-01-01';

/** The latest accepted date, which is far below the limits of databases and calendars. */
export const latestDate = '2199-12-31';

const isDate = (text: string) => z.safeParse(z.iso.date(), text).success;

/** A required calendar date. */
export const requiredDate = z.string('value.required').check(
  notEmpty,
  z.refine((date) => isDate(date), { error: 'date.invalid', abort: true }),
  z.refine((date) => date >= earliestDate, 'date.tooEarly'),
  z.refine((date) => date <= latestDate, { error: 'date.tooLate', abort: true }),
);

/** A date and time in a response: ISO 8601 with the UTC offset. */
export const moment = z.iso.datetime({ offset: true });

/**
 * Accepts UTC offsets of up to 14 hours, the largest of any time zone, and fractions of a second down to nanoseconds.
 */
const momentParts = /^(\d{4}-\d\d-\d\d)T[\d:]+(?:\.\d{1,9})?(?:Z|[+-](?:0\d|1[0-3]):[0-5]\d|[+-]14:00)$/;

/** A date and time in a request: within the accepted dates, and with an offset that a time zone could have. */
export const requiredMoment = z.string('value.required').check(
  notEmpty,
  z.refine((text) => moment.safeParse(text).success && momentParts.test(text), {
    error: 'moment.invalid',
    abort: true,
  }),
  z.refine((text) => text >= earliestDate, 'date.tooEarly'),
  z.refine((text) => text.slice(0, 10) <= latestDate, 'date.tooLate'),
);

/** The address (IRI) of a resource: a path that starts with the base path. */
export const iri = z.string('value.required').check(notEmpty);

/** A reference to a resource in a request body: its address, or an object with its address. */
export const reference = z.pipe(
  z.union([iri, z.object({ '@id': iri })], 'value.required'),
  z.transform((value: string | { '@id': string }) => (typeof value === 'string' ? value : value['@id'])),
);

/** The languages of the product's texts. */
export const languages = ['en', 'fr', 'nl'] as const;
export type Language = (typeof languages)[number];
export const language = z.enum(languages, 'language.unknown');

/** The requested language. An unavailable language is not an error: the response is in the default language. */
export const locale = z.string('value.required').check(z.maxLength(100, 'value.tooLong'));

/** The default language until an organiser sets another. */
export const defaultLanguage: Language = 'nl';

/** The largest id of a database row: id columns have 32 bits. */
const largestRowNumber = 2_147_483_647;

/** The id of a database row, in a path or a query string. */
export const rowNumber = z.coerce.number().check(z.int(), z.positive(), z.lte(largestRowNumber));

/** The required id of a database row in a request body. */
export const requiredRowNumber = z
  .int('value.required')
  .check(z.positive('value.invalid'), z.lte(largestRowNumber, 'value.invalid'));

/** Whether a number has at most three decimals, like the database columns for kilometres and factors. */
export const hasThreeDecimals = (value: number) => Math.round(value * 1000) / 1000 === value;

/** Matches digits with separators: the person meant a number, but the notation may be invalid. */
const looksLikeNumber = /^\d[\d\s.,]*$/;

/** Accepts a JSON number, or a text that matches `pattern`. */
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

/** A number in a request: a JSON number, or a text with a point or comma as the decimal separator. */
export const numeric = numberOrText(/^\d+([.,]\d+)?$/);

/** A whole number in a request. A text must have digits only: «8.000» is eight thousand to some and eight to others. */
export const wholeNumeric = numberOrText(/^\d+$/);

/** A whole number in a query string. */
export const wholeNumber = (minimum: number, maximum: number) =>
  z.coerce
    .number('number.invalid')
    .check(z.int('number.invalid'), z.gte(minimum, 'number.outOfRange'), z.lte(maximum, 'number.outOfRange'));

/** Query parameters of every list. A page has 20 items by default and at most 50, so that it loads fast on a phone. */
export const paging = {
  page: z._default(wholeNumber(1, 100_000), 1),
  itemsPerPage: z._default(wholeNumber(1, 50), 20),
  /** An opaque value from `hydra:next`, which keeps pages stable while entries are being added. */
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
