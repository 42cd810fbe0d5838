import * as z from 'zod';

/** An id, which services send as a number or a string. The maximum length is longer than the ids of any service. */
export const id = z
  .union([z.string(), z.int().transform(String)])
  .refine((value) => /^[\x21-\x7e]{1,200}$/.test(value));

/**
 * A string that may be missing; null if it is empty or not a string. Characters that the database cannot store are
 * removed.
 */
export const text = z
  .string()
  .transform((value) => value.replaceAll('\0', '').trim() || null)
  .nullish()
  .transform((value) => value ?? null)
  .catch(null);

/** An amount that may be missing, rounded to an integer; null if it is missing or invalid. */
export const amount = z
  .number()
  .nonnegative()
  .transform(Math.round)
  .nullish()
  .transform((value) => value ?? null)
  .catch(null);

/** A time before the year 9999, in seconds since 1970. */
export const epochSeconds = z
  .number()
  .nonnegative()
  .max(Date.UTC(9999, 0) / 1000);

/** Returns whether an instant is in the years 1900 to 9998, so that its year has four digits in every time zone. */
export const isWithinYears = ({ epochMilliseconds }: { epochMilliseconds: number }) =>
  epochMilliseconds >= Date.UTC(1900, 0) && epochMilliseconds < Date.UTC(9999, 0);

/**
 * The largest offset that we accept. No time zone differs from UTC by more than 14 hours; the margin allows for inexact
 * devices.
 */
const offsetLimitMinutes = 18 * 60;

export const offsetMinutes = z.number().min(-offsetLimitMinutes).max(offsetLimitMinutes);
export const offsetSeconds = z
  .number()
  .min(-offsetLimitMinutes * 60)
  .max(offsetLimitMinutes * 60);
