import type { Temporal } from 'temporal-polyfill';

/** The time zone of the platform's days, weeks and months, unless a challenge has its own. */
export const platformTimeZone = 'Europe/Brussels';

/** The earliest time zone is 14 hours ahead of UTC, on the Line Islands. */
const mostAhead = 14 * 60 * 60 * 1e9;

/**
 * The zone in the header `Time-Zone`; the platform's if it is invalid: an offset such as +23:59 is not a zone, and
 * would turn tomorrow into today.
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

/** Today in the zone of the header `Time-Zone`; in the platform's if that is invalid. */
export const todayFor = (now: Temporal.Instant, timeZone: string | undefined): Temporal.PlainDate =>
  now.toZonedDateTimeISO(timeZoneOf(timeZone, now)).toPlainDate();

/** The current moment, and the person's current day. */
export interface Clock {
  now: Temporal.Instant;
  today: Temporal.PlainDate;
}
