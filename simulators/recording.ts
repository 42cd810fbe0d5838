import type { Workout } from '../server/activities/source-records/workout.ts';

/** A recorded workout. Omitted fields are unknown to the service. */
export type Recording = Pick<Workout, 'startedAt' | 'utcOffsetMinutes' | 'elapsedSeconds' | 'sportType'> &
  Partial<Pick<Workout, 'movingSeconds' | 'metres' | 'steps' | 'name' | 'device' | 'isManual'>>;
