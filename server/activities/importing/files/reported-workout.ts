import { createHash } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import type { Workout } from '../../source-records/workout.ts';
import type { FileWorkout } from './file-workout.ts';

/**
 * Converts a workout from a file to a workout of a person. `timeZone` is the person's time zone, which is used if the
 * file has none.
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
 * Returns an id for a workout that does not depend on the name or format of its file. The id is a hash of the start in
 * whole seconds, the elapsed seconds and the metres.
 */
export function externalIdOf({ startedAt, elapsedSeconds, metres }: FileWorkout): string {
  const reported = [Math.floor(startedAt / 1000), elapsedSeconds, metres].join(' ');
  return createHash('sha256').update(reported).digest('base64url').slice(0, 16);
}
