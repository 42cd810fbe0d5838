import { isOneRecording } from '../../matching/similarity.ts';
import type { FileWorkout } from './file-workout.ts';
import { comparableWorkout } from './reported-workout.ts';
import type { ListedWorkout } from './strava-export.ts';

/** A workout, and the path of its file in the archive. */
export interface WorkoutAt {
  path: string;
  workout: FileWorkout;
}

const fileName = (path: string) => path.slice(path.lastIndexOf('/') + 1).toLowerCase();

/**
 * Sets the names and sport names of workouts from the list in an export, and returns the listed workouts that have no
 * file.
 */
export function mergeListed(read: WorkoutAt[], listed: ListedWorkout[]): FileWorkout[] {
  const byName = Map.groupBy(read, ({ path }) => fileName(path));
  for (const { file, name, sportType } of listed) {
    const workouts = file === undefined ? [] : (byName.get(fileName(file)) ?? []);
    for (const { workout } of workouts) {
      workout.name = name ?? workout.name;
      // The file of a triathlon has several sports, but the list has only one row for the triathlon.
      if (workouts.length === 1) workout.sportType = sportType ?? workout.sportType;
    }
  }
  return listed.flatMap(({ file, workout }) => (file === undefined && workout ? workout : []));
}

/**
 * Sets the missing names of workouts from the summaries in an export, and returns the summaries of workouts
 * that have no file.
 */
export function mergeSummaries(read: WorkoutAt[], summaries: FileWorkout[]): FileWorkout[] {
  return summaries.filter((summary) => {
    const same = read.find(({ workout }) =>
      isOneRecording(comparableWorkout(workout), comparableWorkout(summary)),
    );
    if (same) same.workout.name ??= summary.name;
    return !same;
  });
}
