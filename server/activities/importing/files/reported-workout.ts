import { createHash } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import type { Workout } from '../../source-records/workout.ts';
import type { FileWorkout } from './file-workout.ts';

/**
 * The workout of a person in a time zone, which is used if the file itself has no local time. `sportType` is its sport
 * type.
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
 * Identifies a workout, whatever its file's name or format: a hash of its start to the second, its elapsed seconds and
 * its metres.
 */
export function externalIdOf({ startedAt, elapsedSeconds, metres }: FileWorkout): string {
  const reported = [Math.floor(startedAt / 1000), elapsedSeconds, metres].join(' ');
  return createHash('sha256').update(reported).digest('base64url').slice(0, 16);
}
