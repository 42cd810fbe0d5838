import type { Source } from '../../../../contract/activities.ts';
import type { FileWorkout } from './file-workout.ts';

/**
 * The maximum time of a workout, 99:59:59, as for manual entries. If a recording is longer, somebody forgot to press
 * stop, or the file is fake.
 */
const longest = 359_999;

/** The maximum lengths of workout names, device names and sport names, in characters. */
const most = { name: 200, sportType: 60 };

/** Rounds a workout to whole seconds and metres. Returns undefined if the workout has no duration and no distance. */
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

/** Returns the service whose name is part of a device or program name, or null if there is none. */
export const sourceNamed = (name: string): Source | null =>
  (['Garmin', 'Polar', 'Strava', 'Fitbit'] as const).find((source) =>
    name.toLowerCase().includes(source.toLowerCase()),
  ) ?? null;
