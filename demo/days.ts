import { Temporal } from 'temporal-polyfill';
import { platformTimeZone } from '../server/kit/platform-day.ts';

/** The dates of the demo, all relative to today in the platform's time zone. */
export interface DemoDays {
  now: Temporal.Instant;
  today: Temporal.PlainDate;
  /** The first day with activities, 69 days before today. */
  first: Temporal.PlainDate;
  previousStart: Temporal.PlainDate;
  previousEnd: Temporal.PlainDate;
  currentStart: Temporal.PlainDate;
  currentEnd: Temporal.PlainDate;
  nextStart: Temporal.PlainDate;
  nextEnd: Temporal.PlainDate;
}

/**
 * Calculates the dates of a demo. Challenges run from a Monday to a Sunday. The previous challenge lasted eight weeks,
 * until the Sunday before last. The current challenge began four weeks before this Monday and lasts eight weeks. The
 * next challenge begins two weeks after that and lasts twelve weeks.
 */
export function demoDays(now: Temporal.Instant): DemoDays {
  const today = now.toZonedDateTimeISO(platformTimeZone).toPlainDate();
  const monday = today.subtract({ days: today.dayOfWeek - 1 });
  const currentStart = monday.subtract({ weeks: 4 });
  const nextStart = currentStart.add({ weeks: 10 });
  return {
    now,
    today,
    first: today.subtract({ days: 69 }),
    previousStart: monday.subtract({ weeks: 9 }),
    previousEnd: monday.subtract({ days: 8 }),
    currentStart,
    currentEnd: currentStart.add({ weeks: 8 }).subtract({ days: 1 }),
    nextStart,
    nextEnd: nextStart.add({ weeks: 12 }).subtract({ days: 1 }),
  };
}

/** Returns the instant of a time of day in the platform's time zone; an `hour` of 9.5 means half past nine. */
export function momentOn(day: Temporal.PlainDate, hour: number): Temporal.Instant {
  const seconds = Math.floor(hour * 3600);
  const plainTime = new Temporal.PlainTime(
    Math.floor(seconds / 3600),
    Math.floor(seconds / 60) % 60,
    seconds % 60,
  );
  return day.toZonedDateTime({ timeZone: platformTimeZone, plainTime }).toInstant();
}
