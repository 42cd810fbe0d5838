import { Temporal } from 'temporal-polyfill';
import * as z from 'zod';
import type { Workout } from '../../activities/source-records/workout.ts';
import { amount, id, isWithinYears, offsetMinutes, text } from '../providers/reported-fields.ts';

/** Converts a duration such as `PT1H2M3.123S` to seconds. */
const isoDuration = z.string().transform((value, context) => {
  try {
    return Temporal.Duration.from(value).total('seconds');
  } catch {
    context.addIssue('is not a duration');
    return z.NEVER;
  }
});

/** A local time. Some of Polar's examples end with a meaningless `Z`. */
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

/** The fields of a Polar exercise that we use. Routes and health data are left out. */
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

/** Converts a Polar exercise to a workout; undefined if the format is unknown. */
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

/** Converts a local time with an offset from UTC, in minutes, to an instant. */
export const instantOf = (local: Temporal.PlainDateTime, utcOffsetMinutes: number) =>
  local.toZonedDateTime('UTC').toInstant().subtract({ minutes: utcOffsetMinutes });
