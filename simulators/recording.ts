import type { Workout } from '../server/activities/source-records/workout.ts';

/** What somebody records with a service; what is left out, the service does not know. */
export type Recording = Pick<Workout, 'startedAt' | 'utcOffsetMinutes' | 'elapsedSeconds' | 'sportType'> &
  Partial<Pick<Workout, 'movingSeconds' | 'metres' | 'steps' | 'name' | 'device' | 'isManual'>>;
