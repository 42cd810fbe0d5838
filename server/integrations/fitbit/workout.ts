import type { Temporal } from 'temporal-polyfill';
import * as z from 'zod';
import type { Workout } from '../../activities/source-records/workout.ts';
import { offsetSeconds, text } from '../providers/reported-fields.ts';
import { civilTime, duration, lastSegment, optionalAmount, optionalDuration, timestamp } from './fields.ts';

/** The fields of a Google exercise that we use. Health data is left out. */
const DataPoint = z.object({
  name: lastSegment,
  dataSource: z
    .object({
      recordingMethod: text,
      device: z.object({ displayName: text }).nullish().catch(null),
    })
    .nullish()
    .catch(null),
  exercise: z.object({
    interval: z.object({
      startTime: timestamp,
      startUtcOffset: duration.pipe(offsetSeconds).optional().catch(undefined),
      civilStartTime: civilTime.optional().catch(undefined),
      endTime: timestamp,
    }),
    exerciseType: text,
    displayName: text,
    activeDuration: optionalDuration,
    metricsSummary: z
      .object({ distanceMillimeters: optionalAmount, steps: optionalAmount })
      .nullish()
      .catch(null),
  }),
});
type DataPoint = z.infer<typeof DataPoint>;

const Origin = z.object({ dataSource: z.object({ platform: text }) });

/**
 * Returns whether another app wrote this exercise, for example through Health Connect. Google lists those exercises
 * too, including a second copy of a Fitbit run. We ignore them, because a source must report each workout only once.
 */
export function isFromElsewhere(received: unknown): boolean {
  const platform = Origin.safeParse(received).data?.dataSource.platform ?? null;
  return platform !== null && platform !== 'FITBIT';
}

/**
 * Converts a Google exercise to a workout. Returns undefined for an exercise from another app or in an unknown format.
 */
export function fitbitWorkout(received: unknown): Workout | undefined {
  const { data: point } = DataPoint.safeParse(received);
  if (!point || isFromElsewhere(received)) return undefined;
  const { dataSource, exercise } = point;
  const { interval, metricsSummary } = exercise;
  const elapsedSeconds = interval.startTime.until(interval.endTime).total('seconds');
  if (elapsedSeconds < 0) return undefined;
  const millimetres = metricsSummary?.distanceMillimeters ?? null;
  return {
    externalId: point.name,
    startedAt: interval.startTime,
    utcOffsetMinutes: offsetMinutesOf(interval),
    elapsedSeconds: Math.round(elapsedSeconds),
    // Google omits values of zero. Whether the value is zero or missing, we do not know the moving time.
    movingSeconds: Math.round(exercise.activeDuration ?? 0) || null,
    metres: millimetres === null ? null : Math.round(millimetres / 1000),
    steps: metricsSummary?.steps ?? null,
    sportType: exercise.exerciseType ?? 'EXERCISE_TYPE_UNSPECIFIED',
    name: exercise.displayName,
    device: dataSource?.device?.displayName ?? null,
    isManual: dataSource?.recordingMethod === 'MANUAL',
    // Google has no web page for an exercise.
    viewUrl: null,
    // Workouts from other apps have been skipped above.
    cameFrom: null,
  };
}

/**
 * Returns the UTC offset. Google omits an offset of zero, so a missing offset is computed from the local time and UTC.
 */
function offsetMinutesOf({
  startTime,
  startUtcOffset,
  civilStartTime,
}: DataPoint['exercise']['interval']): number {
  const seconds = startUtcOffset ?? (civilStartTime && aheadOfUtc(civilStartTime, startTime)) ?? 0;
  return Math.round(seconds / 60);
}

function aheadOfUtc(civil: Temporal.PlainDateTime, moment: Temporal.Instant): number {
  const seconds = moment.until(civil.toZonedDateTime('UTC').toInstant()).total('seconds');
  return offsetSeconds.catch(0).parse(seconds);
}
