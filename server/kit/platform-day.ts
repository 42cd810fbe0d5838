import type { Temporal } from 'temporal-polyfill';

/** The time zone of the platform's days, weeks and months, unless a challenge has its own. */
export const platformTimeZone = 'Europe/Brussels';

/** The largest offset from UTC of any time zone, in nanoseconds: the Line Islands are 14 hours ahead. */
const mostAhead = 14 * 60 * 60 * 1e9;

/**
 * Returns the time zone from the `Time-Zone` header; the platform's time zone if the header is invalid. An
 * offset such as +23:59 is refused as invalid, because with it people could log activities for tomorrow.
 */
export function timeZoneOf(named: string | undefined, now: Temporal.Instant): string {
  try {
    const there = now.toZonedDateTimeISO(named ?? platformTimeZone);
    const isZone = /^[a-z]/i.test(there.timeZoneId) && there.offsetNanoseconds <= mostAhead;
    return isZone ? there.timeZoneId : platformTimeZone;
  } catch {
    return platformTimeZone;
  }
}

/**
 * Returns today's date in the time zone from the `Time-Zone` header; in the platform's time zone if the
 * header is invalid.
 */
export const todayFor = (now: Temporal.Instant, timeZone: string | undefined): Temporal.PlainDate =>
  now.toZonedDateTimeISO(timeZoneOf(timeZone, now)).toPlainDate();

/** The current moment, and the person's current day. */
export interface Clock {
  now: Temporal.Instant;
  today: Temporal.PlainDate;
}
