import { Temporal } from 'temporal-polyfill';
import * as z from 'zod';

/**
 * The range of google.protobuf.Timestamp without its last year, so that local dates stay before the year
 * 10000.
 */
const [earliest, latest] = ['0001-01-01T00:00Z', '9999-01-01T00:00Z'].map((text) =>
  Temporal.Instant.from(text),
) as [Temporal.Instant, Temporal.Instant];

/** An instant in UTC, with fractions down to nanoseconds (google.protobuf.Timestamp). */
export const timestamp = z.string().transform((text, context) => {
  try {
    const moment = Temporal.Instant.from(text);
    if (Temporal.Instant.compare(moment, earliest) >= 0 && Temporal.Instant.compare(moment, latest) < 0)
      return moment;
  } catch {
    // An invalid date is reported below.
  }
  context.addIssue('is not a timestamp');
  return z.NEVER;
});

/** A duration in seconds, such as `1830.5s` (google.protobuf.Duration). */
export const duration = z
  .string()
  .regex(/^-?\d{1,12}(\.\d{1,9})?s$/)
  .transform((text) => Number.parseFloat(text));

/** A 64-bit integer, which Google sends as a string, or a fraction, which it sends as a number. */
const amount = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d{1,19}$/)
      .transform(Number),
  ])
  .pipe(z.number().nonnegative());

/** An amount that Google may omit, for example when it is zero; null if it is missing or invalid. */
export const optionalAmount = amount
  .nullish()
  .transform((value) => value ?? null)
  .catch(null);

/** A duration in seconds that Google may omit; null if it is missing or invalid. */
export const optionalDuration = duration
  .nullish()
  .transform((value) => value ?? null)
  .catch(null);

/** Returns the schema of a part of a time of day. Google omits parts that are zero. */
const part = (most: number) => z.int().min(0).max(most).optional().default(0);

/** A local date and time (google.type.Date and TimeOfDay). At midnight, the time is empty or missing. */
export const civilTime = z
  .object({
    date: z.object({
      year: z.int().min(1).max(9998),
      month: z.int().min(1).max(12),
      day: z.int().min(1).max(31),
    }),
    time: z
      .object({ hours: part(24), minutes: part(59), seconds: part(60), nanos: part(999_999_999) })
      .optional(),
  })
  .transform(({ date, time }) =>
    Temporal.PlainDate.from(date)
      .toPlainDateTime()
      .add({
        hours: time?.hours ?? 0,
        minutes: time?.minutes ?? 0,
        seconds: time?.seconds ?? 0,
        nanoseconds: time?.nanos ?? 0,
      }),
  );

/** The last segment of a resource name, such as `5` in `users/1/dataTypes/exercise/dataPoints/5`. */
export const lastSegment = z
  .string()
  .transform((name) => name.slice(name.lastIndexOf('/') + 1))
  .pipe(z.string().regex(/^[\x21-\x7e]{1,200}$/));
