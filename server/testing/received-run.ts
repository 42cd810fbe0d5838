import { Temporal } from 'temporal-polyfill';
import type { Workout } from '../activities/source-records/workout.ts';

/**
 * Returns a run of 5 km in half an hour on 20 November at 6:30, as a service reports it; `changes` overrides values.
 */
export const receivedRun = (changes: Partial<Workout> = {}): Workout => ({
  externalId: 'run',
  startedAt: Temporal.Instant.from('2026-11-20T05:30:00Z'),
  utcOffsetMinutes: 60,
  elapsedSeconds: 1800,
  movingSeconds: null,
  metres: 5000,
  steps: null,
  sportType: 'running',
  name: null,
  device: null,
  isManual: false,
  viewUrl: null,
  cameFrom: null,
  ...changes,
});
