import type { Workout } from '../../source-records/workout.ts';

/** A workout as read from a file, without positions. Contains only plain data, so that a worker thread can post it. */
export interface FileWorkout
  extends Pick<Workout, 'movingSeconds' | 'metres' | 'steps' | 'name' | 'device' | 'cameFrom'> {
  /** The start in milliseconds since 1970. */
  startedAt: number;
  /** Null if the file has no time zone. */
  utcOffsetMinutes: number | null;
  elapsedSeconds: number;
  /** The name of the sport in the file, or null if there is none. */
  sportType: string | null;
  /** Whether the end of the file is missing, so that the workout may have been longer. */
  isCutOff?: boolean;
  /**
   * The highest speed that the recording sustains for five minutes, in metres per hour; 0 if the recording is
   * shorter.
   */
  sustainedSpeed?: number;
}

/** The earliest accepted start. Devices whose clock was not set start counting in 1989, 1970 or 1901. */
const earliestStart = Date.UTC(2000, 0, 1);

/** Returns whether a time, in milliseconds since 1970, comes from a device whose clock was set. */
export const isMoment = (moment: number) => Number.isFinite(moment) && moment >= earliestStart;
