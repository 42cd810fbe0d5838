import type { Workout } from '../../source-records/workout.ts';

/** A workout as read from a file: plain data that a worker thread can pass on. No positions. */
export interface FileWorkout
  extends Pick<Workout, 'movingSeconds' | 'metres' | 'steps' | 'name' | 'device' | 'cameFrom'> {
  /** In milliseconds since 1970. */
  startedAt: number;
  /** Null if the file has no local time. */
  utcOffsetMinutes: number | null;
  elapsedSeconds: number;
  /** The file's own name for the sport; null if it has none. */
  sportType: string | null;
}

/** Earlier dates come from devices without a set clock: 1989, 1970 and 1901 are their epochs. */
const earliestStart = Date.UTC(2000, 0, 1);

/** Whether a moment, in milliseconds since 1970, comes from a device whose clock was set. */
export const isMoment = (moment: number) => Number.isFinite(moment) && moment >= earliestStart;
