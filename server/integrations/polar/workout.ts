import { Temporal } from 'temporal-polyfill';
import * as z from 'zod';
import type { Workout } from '../../activities/source-records/workout.ts';
import { amount, id, isWithinYears, offsetMinutes, text } from '../providers/reported-fields.ts';

/** A duration such as `PT1H2M3.123S`, in seconds. */
const isoDuration = z.string().transform((value, context) => {
  try {
    return Temporal.Duration.from(value).total('seconds');
  } catch {
    context.addIssue('is not a duration');
    return z.NEVER;
  }
});

/** A local time; some examples of Polar have a meaningless `Z` after it. */
const localTime = z.string().transform((value, context) => {
  try {
    const received = Temporal.PlainDateTime.from(value.replace(/Z$/, ''));
    if (isWithinYears(received.toZonedDateTime('UTC'))) return received;
  } catch {
    // An invalid time is reported below.
  }
  context.addIssue('is not a time');
  return z.NEVER;
});

/** The fields of a Polar exercise that we use: no route, nothing about the body. */
const Exercise = z.object({
  id,
  start_time: localTime,
  start_time_utc_offset: offsetMinutes,
  duration: isoDuration.pipe(z.number().nonnegative()),
  distance: amount,
  sport: text,
  detailed_sport_info: text,
  device: text,
});

/** A workout from a Polar exercise; undefined for unknown formats. */
export function polarWorkout(received: unknown): Workout | undefined {
  const { data: exercise } = Exercise.safeParse(received);
  if (!exercise) return undefined;
  const utcOffsetMinutes = Math.round(exercise.start_time_utc_offset);
  return {
    externalId: exercise.id,
    startedAt: instantOf(exercise.start_time, utcOffsetMinutes),
    utcOffsetMinutes,
    elapsedSeconds: Math.round(exercise.duration),
    movingSeconds: null,
    metres: exercise.distance,
    steps: null,
    sportType: exercise.detailed_sport_info ?? exercise.sport ?? 'OTHER',
    name: null,
    device: exercise.device,
    isManual: false,
    viewUrl: null,
    cameFrom: null,
  };
}

/** The instant of a local time with this offset from UTC, in minutes. */
export const instantOf = (local: Temporal.PlainDateTime, utcOffsetMinutes: number) =>
  local.toZonedDateTime('UTC').toInstant().subtract({ minutes: utcOffsetMinutes });
