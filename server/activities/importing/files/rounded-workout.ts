import type { Source } from '../../../../contract/activities.ts';
import type { FileWorkout } from './file-workout.ts';

/** Longer recordings come from a forgotten stop button or a fake file: 99:59:59, as for manual entries. */
const longest = 359_999;

/** Limits of the names of workouts and devices, and of sport types, in characters. */
const most = { name: 200, sportType: 60 };

/** A workout with whole seconds and metres; undefined if it has no duration and no distance. */
export function wholeWorkout(
  reported: Omit<FileWorkout, 'steps'> & { steps?: number | null },
): FileWorkout | undefined {
  const whole = (value: number | null | undefined, atMost = Number.MAX_SAFE_INTEGER) =>
    value && value > 0 ? Math.min(Math.round(value), atMost) : 0;
  const elapsedSeconds = whole(reported.elapsedSeconds, longest);
  const metres = whole(reported.metres);
  if (elapsedSeconds === 0 && metres === 0) return undefined;
  return {
    ...reported,
    name: reported.name?.slice(0, most.name) ?? null,
    device: reported.device?.slice(0, most.name) ?? null,
    sportType: reported.sportType && reported.sportType.length <= most.sportType ? reported.sportType : null,
    elapsedSeconds,
    movingSeconds: whole(reported.movingSeconds, elapsedSeconds) || null,
    metres: metres || null,
    steps: whole(reported.steps) || null,
  };
}

/** The service that a device or a program belongs to, by its name; null if unknown. */
export const sourceNamed = (name: string): Source | null =>
  (['Garmin', 'Polar', 'Strava', 'Fitbit'] as const).find((source) =>
    name.toLowerCase().includes(source.toLowerCase()),
  ) ?? null;
