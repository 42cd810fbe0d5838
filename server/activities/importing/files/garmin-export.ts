import * as z from 'zod/mini';
import { FileFailure } from './file-failure.ts';
import { type FileWorkout, isMoment } from './file-workout.ts';
import { wholeWorkout } from './rounded-workout.ts';

/** Returns whether a path is a list of activities in a Garmin export. */
export const isActivitySummary = (path: string) => /summarizedactivities\.json$/i.test(path);

const amount = z.catch(z.optional(z.nullable(z.number())), undefined);

/** An activity in the list: times in milliseconds, the distance in centimetres. */
const Summary = z.object({
  name: z.catch(z.optional(z.nullable(z.string())), undefined),
  activityType: z.catch(z.optional(z.nullable(z.string())), undefined),
  startTimeGmt: z.number(),
  startTimeLocal: amount,
  duration: amount,
  elapsedDuration: amount,
  movingDuration: amount,
  distance: amount,
  steps: amount,
});

const List = z.array(z.object({ summarizedActivitiesExport: z.array(z.unknown()) }));

/**
 * Reads a list of activities in a Garmin export. `isIncomplete` is true if the list has activities without a
 * start, or with neither duration nor distance. Throws a FileFailure if the file is not such a list.
 */
export function readActivitySummary(bytes: Uint8Array): { workouts: FileWorkout[]; isIncomplete: boolean } {
  const list = List.safeParse(parsed(bytes));
  if (!list.success) throw new FileFailure('broken');
  const summaries = list.data
    .flatMap(({ summarizedActivitiesExport }) => summarizedActivitiesExport)
    .filter((summary) => !isWholeTriathlon(summary));
  const workouts = summaries.flatMap((summary) => workoutOf(summary) ?? []);
  return { workouts, isIncomplete: workouts.length < summaries.length };
}

/**
 * Returns whether an activity is the total of a multisport event. The list also contains the event's parts.
 */
const isWholeTriathlon = (summary: unknown) =>
  (summary as { activityType?: unknown } | null)?.activityType === 'multi_sport';

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new FileFailure('broken');
  }
}

function workoutOf(summary: unknown): FileWorkout | undefined {
  const { data } = Summary.safeParse(summary);
  if (!data || !isMoment(data.startTimeGmt)) return undefined;
  const { startTimeGmt, startTimeLocal, duration, elapsedDuration, movingDuration, distance, steps } = data;
  return wholeWorkout({
    startedAt: startTimeGmt,
    utcOffsetMinutes: startTimeLocal ? offsetOf(startTimeLocal - startTimeGmt) : null,
    elapsedSeconds: (elapsedDuration || duration || 0) / 1000,
    movingSeconds: (movingDuration || duration || 0) / 1000,
    metres: distance ? distance / 100 : null,
    steps: steps ?? null,
    sportType: data.activityType || null,
    name: data.name || null,
    device: null,
    cameFrom: 'Garmin',
  });
}

/** The largest offsets from UTC of any time zone, in minutes. */
const zones = { behind: -12 * 60, ahead: 14 * 60 };

function offsetOf(milliseconds: number): number | null {
  const minutes = Math.round(milliseconds / 60_000);
  return minutes >= zones.behind && minutes <= zones.ahead ? minutes : null;
}
