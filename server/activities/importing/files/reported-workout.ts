import { createHash } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import type { Comparable } from '../../matching/similarity.ts';
import type { Workout } from '../../source-records/workout.ts';
import type { FileWorkout } from './file-workout.ts';

/**
 * Converts a workout read from a file to the form in which sources report workouts. `timeZone` is the person's time
 * zone, which is used if the file has none.
 */
export function workoutOf(reported: FileWorkout, timeZone: string, sportType: string): Workout {
  const startedAt = Temporal.Instant.fromEpochMilliseconds(reported.startedAt);
  const offset = startedAt.toZonedDateTimeISO(timeZone).offsetNanoseconds / 60_000_000_000;
  return {
    ...reported,
    externalId: externalIdOf(reported),
    startedAt,
    utcOffsetMinutes: reported.utcOffsetMinutes ?? Math.round(offset),
    sportType,
    isManual: false,
    viewUrl: null,
  };
}

/**
 * Returns an id for a workout: a hash of the start in whole seconds, the elapsed seconds and the metres. The id does
 * not depend on the file's name or format.
 */
export function externalIdOf({ startedAt, elapsedSeconds, metres }: FileWorkout): string {
  const reported = [Math.floor(startedAt / 1000), elapsedSeconds, metres].join(' ');
  return createHash('sha256').update(reported).digest('base64url').slice(0, 16);
}

/** Returns the values that are used to compare the workouts of files with each other, whatever their sports. */
export const comparableWorkout = ({
  startedAt,
  elapsedSeconds,
  movingSeconds,
  metres,
  steps,
}: FileWorkout): Comparable => ({
  source: 'file',
  sportType: 'other',
  performedOn: '',
  startedAt,
  elapsedSeconds,
  movingSeconds,
  metres,
  steps,
});
