import { type RawBuilder, sql } from 'kysely';
import { Temporal } from 'temporal-polyfill';

/**
 * A period of days (`YYYY-MM-DD`), including the first and the last day. The period is empty if `until` is before
 * `from`.
 */
export interface Days {
  from: string;
  until: string;
}

/** Days to add to the boards (`counted` is 1) or to remove from the boards (`counted` is -1). */
export interface Move {
  days: Days;
  counted: 1 | -1;
  /** Which end of `days` to start from, so that the counted days stay contiguous. */
  end: 'first' | 'last';
  /** Returns the counted days after some of `days` have been added or removed. */
  after(done: Days): Days;
}

export const dayAfter = (day: string) => Temporal.PlainDate.from(day).add({ days: 1 }).toString();
export const dayBefore = (day: string) => Temporal.PlainDate.from(day).subtract({ days: 1 }).toString();
export const earlier = (one: string, other: string) => (one < other ? one : other);
export const later = (one: string, other: string) => (one > other ? one : other);

/** Returns the next move that brings the counted days closer to the wanted days, or undefined if both are equal. */
export function nextMove(counted: Days, wanted: Days): Move | undefined {
  const { from, until } =
    counted.until < counted.from ? { ...wanted, until: dayBefore(wanted.from) } : counted;
  if (until > wanted.until && until >= from)
    return {
      days: { from: later(from, dayAfter(wanted.until)), until },
      counted: -1,
      end: 'last',
      after: (done) => ({ from, until: dayBefore(done.from) }),
    };
  if (from < wanted.from)
    return {
      days: { from, until: earlier(until, dayBefore(wanted.from)) },
      counted: -1,
      end: 'first',
      after: (done) => ({ from: dayAfter(done.until), until }),
    };
  if (until < wanted.until)
    return {
      days: { from: dayAfter(until), until: wanted.until },
      counted: 1,
      end: 'first',
      after: (done) => ({ from, until: done.until }),
    };
  if (from > wanted.from)
    return {
      days: { from: wanted.from, until: dayBefore(from) },
      counted: 1,
      end: 'last',
      after: (done) => ({ from: done.from, until }),
    };
  return undefined;
}

/** Returns SQL that says whether a day is within a period. */
export const isWithin = (day: RawBuilder<unknown>, { from, until }: Days) =>
  sql<boolean>`(${day} between ${from}::date and ${until}::date)`;
