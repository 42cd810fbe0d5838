import { type RawBuilder, sql } from 'kysely';
import { Temporal } from 'temporal-polyfill';

/** Days (`YYYY-MM-DD`), both included; empty if the last is before the first. */
export interface Days {
  from: string;
  until: string;
}

/** Days to add to the boards (`counted` 1) or to remove (-1), and the counted days after doing some of them. */
export interface Move {
  days: Days;
  counted: 1 | -1;
  /** The end from which days are processed, so that the counted days stay contiguous. */
  end: 'first' | 'last';
  after(done: Days): Days;
}

export const dayAfter = (day: string) => Temporal.PlainDate.from(day).add({ days: 1 }).toString();
export const dayBefore = (day: string) => Temporal.PlainDate.from(day).subtract({ days: 1 }).toString();
export const earlier = (one: string, other: string) => (one < other ? one : other);
export const later = (one: string, other: string) => (one > other ? one : other);

/** The next move from the counted days to the wanted ones; undefined if they are equal. */
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

/** SQL: whether a day is within a period. */
export const isWithin = (day: RawBuilder<unknown>, { from, until }: Days) =>
  sql<boolean>`(${day} between ${from}::date and ${until}::date)`;
