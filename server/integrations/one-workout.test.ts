import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as activities from '../../contract/activities.ts';
import * as workouts from '../../contract/workouts.ts';
import type { Recording } from '../../simulators/recording.ts';
import { servicesOf } from '../testing/connected-people.ts';
import { type ConnectingApp, connectingApp } from '../testing/connecting-app.ts';
import { expectSumsToHold } from '../testing/sums.ts';
import type { Browser } from '../testing/test-app.ts';
import { formWith, gpxFile } from '../testing/workout-files.ts';

let app: ConnectingApp;
let person: Browser & { iri: string };
let garminId: string;
let stravaId: string;

beforeAll(async () => {
  app = await connectingApp();
  await app.database.db
    .insertInto('sports')
    .values([
      { name: 'cycling', type: 'cycling', approved: true, km_per_hour: 20 },
      { name: 'walking', type: 'walking', approved: true, km_per_hour: 5 },
    ])
    .execute();
});
afterAll(() => app.close());

beforeEach(async () => {
  await app.services.world.advance({ minutes: 15 });
  person = await app.participant();
  garminId = servicesOf(app).Garmin.member();
  stravaId = servicesOf(app).Strava.member();
  expect(await app.couple(person, 'Garmin', garminId)).toContain('Success=true');
  expect(await app.couple(person, 'Strava', stravaId)).toContain('Success=true');
});

const start = Temporal.Instant.from('2026-11-20T06:00:00Z');
const recording = (changes: Partial<Recording>): Recording => ({
  startedAt: start,
  utcOffsetMinutes: 60,
  elapsedSeconds: 3600,
  metres: 10_000,
  sportType: 'RUNNING',
  name: 'Morning',
  ...changes,
});
const listed = async () =>
  (await person.call(activities.list, { query: { person: person.iri } }))['hydra:member'];
const total = async () =>
  Math.round((await listed()).reduce((sum, { challengeKms }) => sum + challengeKms, 0) * 10) / 10;
/** Waits until exactly this many records have arrived from each source. */
const arrived = (sources: Record<string, number>) =>
  expect
    .poll(
      async () => {
        const { rows } = await app.database.pool.query(
          `select source, count(*)::int as count from source_records where person_id = $1 group by source`,
          [Number(person.iri.split('/').at(-1))],
        );
        return Object.fromEntries(rows.map(({ source, count }) => [source, count]));
      },
      { timeout: 30_000, interval: 100 },
    )
    .toEqual(sources);
const saveFile = async (file: Buffer) => {
  const { payload, headers } = formWith('track.gpx', file);
  const response = await person.send({
    method: 'POST',
    url: '/platform/api/workout_files?save=true',
    payload,
    headers,
  });
  expect(response.statusCode).toBe(200);
};

describe('a workout that services and a file report', () => {
  it('counts once if each source reports a different sport, even after one of them changes its report', async () => {
    const { Garmin, Strava } = servicesOf(app);
    await Garmin.record(garminId, recording({}));
    const walk = await Strava.record(stravaId, recording({ sportType: 'Walk' }));
    await saveFile(
      gpxFile({ start: '2026-11-20T06:00:00Z', minutes: 60, step: 10_000 / 60 }, { type: 'cycling' }),
    );
    await arrived({ Garmin: 1, Strava: 1, file: 1 });
    expect(await total()).toBe(10);
    await Strava.edit(stravaId, walk, recording({ sportType: 'Ride', name: 'Relabelled' }));
    await expect
      .poll(
        async () => {
          const [{ uuid = '' } = {}] = await listed();
          const records = (await person.call(workouts.records, { params: { uuid } }))['hydra:member'];
          return records.map(({ name }) => name);
        },
        { timeout: 30_000, interval: 100 },
      )
      .toContain('Relabelled');
    expect(await total()).toBe(10);
    expect((await person.call(workouts.questions, {}))['hydra:member']).toEqual([]);
    await expectSumsToHold(app.database.db);
  });

  it('counts once if one record starts an hour later and another covers only the first half', async () => {
    const { Garmin, Strava } = servicesOf(app);
    const ride = { sportType: 'CYCLING', elapsedSeconds: 12_600, metres: 92_600 };
    await Garmin.record(garminId, recording(ride));
    await Strava.record(
      stravaId,
      recording({ ...ride, sportType: 'Ride', startedAt: start.add({ minutes: 60 }) }),
    );
    await saveFile(
      gpxFile({ start: '2026-11-20T06:00:00Z', minutes: 105, step: 46_300 / 105 }, { type: 'cycling' }),
    );
    await arrived({ Garmin: 1, Strava: 1, file: 1 });
    expect(await total()).toBe(92.6);
    await expectSumsToHold(app.database.db);
  });

  it('counts once if the reported starts are 130 s apart and its owner has not said whether it is one workout', async () => {
    const { Garmin, Strava } = servicesOf(app);
    await Garmin.record(garminId, recording({}));
    await Strava.record(
      stravaId,
      recording({
        sportType: 'Run',
        startedAt: start.add({ seconds: 130 }),
        metres: 9500,
        elapsedSeconds: 3100,
      }),
    );
    await arrived({ Garmin: 1, Strava: 1 });
    expect(await total()).toBe(10);
    const questions = (await person.call(workouts.questions, {}))['hydra:member'];
    const waiting = (await listed()).filter((activity) => activity.waiting);
    expect(waiting).toHaveLength(questions.length);
    await expectSumsToHold(app.database.db);
  });
});
