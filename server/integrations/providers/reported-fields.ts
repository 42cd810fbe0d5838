import * as z from 'zod';

/** An id, which services write as a number or as a text; the limit is longer than any service's ids. */
export const id = z
  .union([z.string(), z.int().transform(String)])
  .refine((value) => /^[\x21-\x7e]{1,200}$/.test(value));

/**
 * A text that may be missing; null if it is anything else or empty. Without characters that the database cannot store.
 */
export const text = z
  .string()
  .transform((value) => value.replaceAll('\0', '').trim() || null)
  .nullish()
  .transform((value) => value ?? null)
  .catch(null);

/** A whole amount that may be missing; null if it is invalid. */
export const amount = z
  .number()
  .nonnegative()
  .transform(Math.round)
  .nullish()
  .transform((value) => value ?? null)
  .catch(null);

/** Seconds since 1970, up to the last four-digit year. */
export const epochSeconds = z
  .number()
  .nonnegative()
  .max(Date.UTC(9999, 0) / 1000);

/** Whether a timestamp is in a four-digit year in every time zone, as the database cannot store others. */
export const isWithinYears = ({ epochMilliseconds }: { epochMilliseconds: number }) =>
  epochMilliseconds >= Date.UTC(1900, 0) && epochMilliseconds < Date.UTC(9999, 0);

/** No zone is farther from UTC than 14 hours; the margin allows for inexact devices. */
const offsetLimitMinutes = 18 * 60;

export const offsetMinutes = z.number().min(-offsetLimitMinutes).max(offsetLimitMinutes);
export const offsetSeconds = z
  .number()
  .min(-offsetLimitMinutes * 60)
  .max(offsetLimitMinutes * 60);
