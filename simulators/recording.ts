import type { Workout } from '../server/activities/source-records/workout.ts';

/** A recorded workout. The service does not know the fields that are omitted. */
export type Recording = Pick<Workout, 'startedAt' | 'utcOffsetMinutes' | 'elapsedSeconds' | 'sportType'> &
  Partial<Pick<Workout, 'movingSeconds' | 'metres' | 'steps' | 'name' | 'device' | 'isManual'>>;
