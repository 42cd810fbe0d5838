import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { polarWorkout } from '../polar/workout.ts';
import { stravaWorkout } from '../strava/workout.ts';

const activity = { id: 1, sport_type: 'Run', elapsed_time: 600 };
const exercise = { id: 'a', start_time_utc_offset: 60, duration: 'PT10M', sport: 'RUNNING' };
const strava = (moment: string) => stravaWorkout({ ...activity, start_date: moment }, '');
const polar = (moment: string) => polarWorkout({ ...exercise, start_time: moment });

describe('a workout', () => {
  it.each([
    '-271821-04-20T00:00:00',
    '-000044-03-15T12:00:00',
    '0000-01-01T00:00:00',
    '+275760-09-12T00:00:00',
  ])('is skipped if its year is outside the supported range: %s', (moment) => {
    expect(strava(`${moment}Z`)).toBeUndefined();
    expect(polar(moment)).toBeUndefined();
  });

  it('may be from before 2000', () => {
    const startedAt = Temporal.Instant.from('1999-12-31T23:00:00Z');
    expect(strava('1999-12-31T23:00:00Z')).toMatchObject({ startedAt });
    expect(polar('2000-01-01T00:00:00')).toMatchObject({ startedAt });
  });
});
