import { createHash } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import type { Workout } from '../../source-records/workout.ts';
import type { FileWorkout } from './file-workout.ts';

/**
 * The workout of a person whose clock is in a time zone, where the file itself does not say what the clock
 * showed. `sportType` is the word for its sport.
 */
export function workoutOf(told: FileWorkout, timeZone: string, sportType: string): Workout {
  const startedAt = Temporal.Instant.fromEpochMilliseconds(told.startedAt);
  const offset = startedAt.toZonedDateTimeISO(timeZone).offsetNanoseconds / 60_000_000_000;
  return {
    ...told,
    externalId: externalIdOf(told),
    startedAt,
    utcOffsetMinutes: told.utcOffsetMinutes ?? Math.round(offset),
    sportType,
    isManual: false,
    viewUrl: null,
  };
}

/**
 * The same for the same workout, however its file is called or packed: a hash of its start to the second, its
 * elapsed seconds and its metres.
 */
export function externalIdOf({ startedAt, elapsedSeconds, metres }: FileWorkout): string {
  const told = [Math.floor(startedAt / 1000), elapsedSeconds, metres].join(' ');
  return createHash('sha256').update(told).digest('base64url').slice(0, 16);
}
