import * as z from 'zod/mini';

/**
 * The words that schemas are written in.
 *
 * A message is a key of the `validation` texts, never a sentence: the server translates it for the
 * answer, the browser for the form, both from the same file.
 */

/** Stops validation: a second error about an empty field is useless. */
export const notEmpty = z.minLength(1, { error: 'value.required', abort: true });

/** A text that must be given; surrounding white space does not count. `maximum` is in characters. */
export const requiredText = (maximum: number) =>
  z
    .string('value.required')
    .check(z.trim(), notEmpty, z.maxLength(maximum, { error: 'value.tooLong', abort: true }));

/** A calendar date of an answer, `YYYY-MM-DD`; it has no time and no zone. */
export const calendarDate = z.iso.date('date.invalid');

/** Earlier dates are slips of the hand, such as the year 26. */
export const earliestDate = '2000-01-01';

/** No challenge is planned for later. Whatever is added to it stays far below what databases and calendars hold. */
export const latestDate = '2199-12-31';

const isDate = (text: string) => z.safeParse(z.iso.date(), text).success;

/** A calendar date that must be given. */
export const requiredDate = z.string('value.required').check(
  notEmpty,
  z.refine((date) => isDate(date), { error: 'date.invalid', abort: true }),
  z.refine((date) => date >= earliestDate, 'date.tooEarly'),
  z.refine((date) => date <= latestDate, { error: 'date.tooLate', abort: true }),
);

/** A moment of an answer, ISO 8601 with its offset. */
export const moment = z.iso.datetime({ offset: true });

/** Offsets of the world's time zones end at 14 hours, and clocks at nanoseconds. */
const momentParts = /^(\d{4}-\d\d-\d\d)T[\d:]+(?:\.\d{1,9})?(?:Z|[+-](?:0\d|1[0-3]):[0-5]\d|[+-]14:00)$/;

/** A moment that somebody sends: of a year that a calendar here reaches, at an offset that is somewhere in use. */
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

/** What a form may send for another resource: its address, or the resource with its address in it. */
export const reference = z.pipe(
  z.union([iri, z.object({ '@id': iri })], 'value.required'),
  z.transform((value: string | { '@id': string }) => (typeof value === 'string' ? value : value['@id'])),
);

/** The languages that the product has texts for. */
export const languages = ['en', 'fr', 'nl'] as const;
export type Language = (typeof languages)[number];
export const language = z.enum(languages, 'language.unknown');

/**
 * The language that a call is asked to answer in, as an address has it. One that is not available is no mistake: the
 * default language is answered in.
 */
export const locale = z.string('value.required').check(z.maxLength(100, 'value.tooLong'));

/** The product's default language, until an organiser sets another. */
export const defaultLanguage: Language = 'nl';

/** The largest number of a row: its column has 32 bits. */
const largestRowNumber = 2_147_483_647;

/** The number of a row, in an address or a query. */
export const rowNumber = z.coerce.number().check(z.int(), z.positive(), z.lte(largestRowNumber));

/** The number of a row, in a body that must have it. */
export const requiredRowNumber = z
  .int('value.required')
  .check(z.positive('value.invalid'), z.lte(largestRowNumber, 'value.invalid'));

/** Whether a number has three decimals at most, as the columns of kilometres and factors do. */
export const hasThreeDecimals = (value: number) => Math.round(value * 1000) / 1000 === value;

/** Only figures, and marks between them: a number that somebody means, however it is written. */
const looksLikeNumber = /^\d[\d\s.,]*$/;

/** A number, or its text as `pattern` allows it. */
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

/** What may be sent for a number: a number, or its text with a point or a comma before decimals. */
export const numeric = numberOrText(/^\d+([.,]\d+)?$/);

/** The same for a whole number. Its text has digits only: «8.000» is eight thousand to some, and eight to others. */
export const wholeNumeric = numberOrText(/^\d+$/);

/** A whole number in a query string. */
export const wholeNumber = (minimum: number, maximum: number) =>
  z.coerce
    .number('number.invalid')
    .check(z.int('number.invalid'), z.gte(minimum, 'number.outOfRange'), z.lte(maximum, 'number.outOfRange'));

/** Query parameters of every list: 20 a page by default, at most 50, so that a page stays quick on a phone. */
export const paging = {
  page: z._default(wholeNumber(1, 100_000), 1),
  itemsPerPage: z._default(wholeNumber(1, 50), 20),
  /** Opaque; comes in `hydra:next`, so that entries added meanwhile do not shift the pages. */
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
