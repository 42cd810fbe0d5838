import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FileFailure } from './file-failure.ts';
import { isMotorSpeed } from './motor-speed.ts';
import { readWorkoutFile } from './workout-file.ts';

/** The folder with recordings from real devices, which are not part of this repository. */
const folder = '../shared/data/workouts';

/**
 * The metres of each workout, or the reason why the file cannot be used. Most of the distances were summed over the
 * positions on the WGS 84 ellipsoid. The files `Activity.fit`, `garmin-edge-820-bike.fit` and `garmin-fenix-5-run.fit`
 * have too few positions, so their metres come from another FIT reader.
 */
const expected: Record<string, number[] | string> = {
  'Activity.fit': [5.73],
  'activity-small-fenix2-run.fit': [9021.4],
  // The end of this copy of `Activity.fit` is missing.
  'activity-unexpected-eof.fit': [5.73],
  'cerknicko-jezero.gpx': [1913.8, 873.3, 30.3, 1352, 31.9, 28.6, 347.1],
  'cerknicko-without-times.gpx': 'noTimes',
  'garmin-edge-820-bike.fit': [457.12],
  'garmin-fenix-5-run.fit': [157.56],
  'Mojstrovka.gpx': 'noTimes',
  'Settings.fit': 'noActivity',
  'test.tcx': [4688.7],
};

function metresOf(name: string): number[] | string {
  try {
    const { workouts } = readWorkoutFile(readFileSync(`${folder}/${name}`), name, Date.parse('2026-11-21'));
    expect(workouts.some(({ sustainedSpeed = 0 }) => isMotorSpeed('running', sustainedSpeed))).toBe(false);
    return workouts.map(({ metres }) => metres ?? 0);
  } catch (failure) {
    if (failure instanceof FileFailure) return failure.reason;
    throw failure;
  }
}

describe.skipIf(!existsSync(folder))('the workout file reader', () => {
  it.each(Object.entries(expected))(
    'measures the same distance in %s as an independent reader, or rejects the file for the expected reason',
    (name, reported) => {
      const read = metresOf(name);
      if (typeof reported === 'string' || typeof read === 'string') return expect(read).toBe(reported);
      expect(read).toHaveLength(reported.length);
      // Allow one per cent, plus half a metre for rounding.
      for (const [at, metres] of reported.entries())
        expect(Math.abs((read[at] ?? 0) - metres)).toBeLessThanOrEqual(metres * 0.01 + 0.5);
    },
  );

  it('is tested with every sample file', () => {
    expect(readdirSync(folder).sort()).toEqual(Object.keys(expected).sort());
  });
});
