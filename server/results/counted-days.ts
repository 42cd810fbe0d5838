import { type RawBuilder, sql } from 'kysely';
import { Temporal } from 'temporal-polyfill';

/** Days (`YYYY-MM-DD`), both included; none if the last is before the first. */
export interface Days {
  from: string;
  until: string;
}

/** Days to be added to the boards (`counted` 1) or taken away (-1), and what is counted after some of them. */
export interface Move {
  days: Days;
  counted: 1 | -1;
  /** From which end days are taken, so that what is counted stays one period. */
  end: 'first' | 'last';
  after(done: Days): Days;
}

export const dayAfter = (day: string) => Temporal.PlainDate.from(day).add({ days: 1 }).toString();
export const dayBefore = (day: string) => Temporal.PlainDate.from(day).subtract({ days: 1 }).toString();
export const earlier = (one: string, other: string) => (one < other ? one : other);
export const later = (one: string, other: string) => (one > other ? one : other);

/** What comes next on the way from the days that are counted to those that are wanted; nothing at its end. */
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

/** Whether a day is one of some days, in SQL. */
export const isWithin = (day: RawBuilder<unknown>, { from, until }: Days) =>
  sql<boolean>`(${day} between ${from}::date and ${until}::date)`;
