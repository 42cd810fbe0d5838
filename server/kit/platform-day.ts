import type { Temporal } from 'temporal-polyfill';

/** The time zone of the platform's days, weeks and months, unless a challenge has its own. */
export const platformTimeZone = 'Europe/Brussels';

/** The day begins 14 hours before UTC on the Line Islands, and nowhere earlier. */
const mostAhead = 14 * 60 * 60 * 1e9;

/**
 * The zone in the header `Time-Zone`; the platform's if it is not a real one: an offset such as +23:59 is not a zone,
 * and would make tomorrow today.
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

/** Today in the zone of the header `Time-Zone`; in the platform's if it does not exist. */
export const todayFor = (now: Temporal.Instant, timeZone: string | undefined): Temporal.PlainDate =>
  now.toZonedDateTimeISO(timeZoneOf(timeZone, now)).toPlainDate();

/** The moment, and the day that it is for the person. */
export interface Clock {
  now: Temporal.Instant;
  today: Temporal.PlainDate;
}
