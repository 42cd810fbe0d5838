import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as activities from '../../../../contract/activities.ts';
import { type SendingApp, sendingApp } from '../../../testing/sending-app.ts';
import { type Browser, type TestApp, testApp } from '../../../testing/test-app.ts';

let app: TestApp;
let person: Browser & { iri: string };
let phone: SendingApp;

beforeAll(async () => {
  app = await testApp();
  await app.database.db
    .insertInto('sports')
    .values([
      { name: 'walking', type: 'walking', approved: true, km_per_hour: 5 },
      { name: 'cycling', type: 'cycling', approved: true, km_per_hour: 20 },
      { name: 'hiking', type: 'walking', approved: true, km_per_hour: 5 },
    ])
    .execute();
});
beforeEach(async () => {
  person = await app.participant();
  phone = await sendingApp(person, app.browser());
});
afterAll(() => app.close());

const shown = async () => {
  const { 'hydra:member': members } = await person.call(activities.list, { query: { person: person.iri } });
  return members;
};
const sportOf = async (id: number) =>
  (await app.database.db.selectFrom('sports').select('name').where('id', '=', id).executeTakeFirstOrThrow())
    .name;

describe('Health Auto Export', () => {
  const workout = {
    id: '0D1F3D0F-9F0B-4F7E-9E0B-0D8C6E1B2A11',
    name: 'Outdoor Run',
    start: '2026-11-20 06:30:00 +0100',
    end: '2026-11-20 07:02:10 +0100',
    duration: 1830.5,
    location: 'Outdoor',
    isIndoor: false,
    distance: { qty: 5.2345, units: 'km' },
    activeEnergyBurned: { qty: 352.1, units: 'kcal' },
    stepCount: [
      { date: '2026-11-20 06:30:00 +0100', qty: 2500.4, units: 'steps', source: 'Watch' },
      { date: '2026-11-20 06:45:00 +0100', qty: 2619.6, units: 'steps', source: 'Watch' },
    ],
    heartRateData: [{ date: '2026-11-20 06:30:00 +0100', Min: 90, Avg: 120, Max: 140, units: 'bpm' }],
    route: [{ latitude: 50.85, longitude: 4.35, altitude: 30, timestamp: '2026-11-20 06:30:00 +0100' }],
    metadata: {},
  };

  it('can send workouts in version 2 of its format', async () => {
    const receipt = await phone.send({ data: { workouts: [workout] } });
    expect(receipt.workouts).toEqual([{ externalId: workout.id, outcome: 'new' }]);
    const [activity] = await shown();
    expect(activity).toMatchObject({
      performedAt: '2026-11-20',
      kilometers: 5.235,
      steps: 5120,
      time: '00:30:31',
    });
    expect(await sportOf(activity?.sport.id ?? 0)).toBe('running');
    expect((await phone.send({ data: { workouts: [workout] } })).workouts).toMatchObject([
      { outcome: 'known' },
    ]);
  });

  it('can send workouts in version 1 of its format, without an id and in miles', async () => {
    const { id: _, duration: __, ...older } = workout;
    const inMiles = {
      ...older,
      distance: { qty: 3.25, units: 'mi' },
      stepCount: { qty: 5120, units: 'steps' },
    };
    const receipt = await phone.send({ data: { workouts: [inMiles], metrics: [] } });
    expect(receipt.workouts).toEqual([{ externalId: '2026-11-20T05:30:00Z running', outcome: 'new' }]);
    expect(await shown()).toMatchObject([{ kilometers: 5.23, steps: 5120, time: '00:32:10' }]);
  });

  it('can send the distance as samples instead of a total', async () => {
    const samples = [1.5, 2.5].map((qty) => ({ date: workout.start, qty, units: 'km', source: 'Watch' }));
    const { distance: _, ...rest } = workout;
    await phone.send({ data: { workouts: [{ ...rest, walkingAndRunningDistance: samples }] } });
    expect(await shown()).toMatchObject([{ kilometers: 4 }]);
  });

  it('can send timestamps from a phone with a twelve-hour clock', async () => {
    const evening = {
      ...workout,
      start: '2026-11-19 11:50:00 PM +0100',
      end: '2026-11-20 12:20:00\u202fAM +0100',
    };
    await phone.send({ data: { workouts: [evening] } });
    expect(await shown()).toMatchObject([{ performedAt: '2026-11-19', time: '00:30:00' }]);
  });

  it.each([
    ['Outdoor Walk', 'walking'],
    ['Wandelen buiten', 'walking'],
    ['Marche en extérieur', 'walking'],
    ['Hardlopen binnen', 'running'],
    ['Course en salle', 'running'],
    ['Indoor Cycling', 'cycling'],
    ['Fietsen buiten', 'cycling'],
    ['Vélo en extérieur', 'cycling'],
    ['Hiking', 'hiking'],
    ['Randonnée', 'hiking'],
    ['Pool Swim', 'swimming'],
    ['Natation', 'swimming'],
    ['Wheelchair Walk Pace', 'other'],
    ['HKWorkoutActivityTypeRunning', 'running'],
    ['EXERCISE_TYPE_BIKING_STATIONARY', 'cycling'],
    ['Montée d’escaliers', 'other'],
    ['Unicycle Hockey', 'no sport'],
  ])('can send the sport name %s, which maps to %s', async (name, sport) => {
    await phone.send({ data: { workouts: [{ ...workout, name }] } });
    const [activity] = await shown();
    expect((await sportOf(activity?.sport.id ?? 0)) || 'no sport').toBe(sport);
  });

  it('can send steps per day or per hour, and a lower total never replaces a higher one', async () => {
    const metric = (data: object[]) => ({
      data: {
        metrics: [
          { name: 'heart_rate', units: 'bpm', data: [{ Avg: 60, date: workout.start }] },
          { name: 'step_count', units: 'count', data },
        ],
      },
    });
    await phone.send(metric([{ date: '2026-11-20 00:00:00 +0100', qty: 5120 }]));
    expect(await shown()).toMatchObject([{ performedAt: '2026-11-20', steps: 5120 }]);
    const hours = [1000, 6000.4].map((qty, hour) => ({ date: `2026-11-20 0${hour}:00:00 +0100`, qty }));
    await phone.send(metric(hours));
    expect(await shown()).toMatchObject([{ steps: 7000 }]);
    expect((await phone.send(metric(hours.slice(0, 1)))).days).toEqual([]);
    expect(await shown()).toMatchObject([{ steps: 7000 }]);
  });
});

describe('HC Webhook', () => {
  const exercise = {
    type: '79',
    title: 'Lunch walk',
    start_time: '2026-11-20T11:30:00Z',
    end_time: '2026-11-20T12:10:00Z',
    duration_seconds: 2400,
    distance_meters: 2800.4,
    steps: 3500,
    avg_cadence_spm: 87.5,
    metadata: {
      id: '5e0d1f6c-7a55-3b0f-8a0c-2f1a6b7c8d9e',
      data_origin: 'com.google.android.apps.fitness',
      recording_method: 'automatically_recorded',
      device: { manufacturer: 'Google', model: 'Pixel Watch', type: 1 },
    },
  };
  const sync = { timestamp: '2026-11-20T20:00:04.512Z', app_version: '1.9.0' };

  it('can send the sport of an exercise as one of Android’s exercise type numbers', async () => {
    const receipt = await phone.send({ ...sync, exercise: [exercise] });
    expect(receipt.workouts).toEqual([{ externalId: exercise.metadata.id, outcome: 'new' }]);
    const [activity] = await shown();
    expect(activity).toMatchObject({
      ...{ performedAt: '2026-11-20', kilometers: 2.8, steps: 3500, time: '00:40:00', info: 'Lunch walk' },
      device: 'Google Pixel Watch',
    });
    expect(await sportOf(activity?.sport.id ?? 0)).toBe('walking');
  });

  it('can send exercises without metadata, which are identified by start and sport', async () => {
    const { metadata: _, ...bare } = exercise;
    await phone.send({ ...sync, exercise: [bare] });
    expect((await phone.send({ ...sync, exercise: [bare] })).workouts).toMatchObject([{ outcome: 'known' }]);
  });

  it('can send a workout that two apps on the phone recorded, which counts once', async () => {
    const twice = { ...exercise, start_time: '2026-11-20T11:31:10Z', metadata: { id: 'other' } };
    await phone.send({ ...sync, exercise: [exercise, twice] });
    expect((await shown()).map(({ challengeKms }) => challengeKms)).toEqual([2.8]);
  });

  it('can send daily steps, counted from midnight in the person’s time zone', async () => {
    const steps = [
      { count: 9120, start_time: '2026-11-18T23:00:00Z', end_time: '2026-11-19T23:00:00Z' },
      { count: 7043, start_time: '2026-11-19T23:00:00Z', end_time: '2026-11-20T20:00:00Z' },
    ];
    expect((await phone.send({ ...sync, steps })).days).toEqual([
      { date: '2026-11-19', outcome: 'new' },
      { date: '2026-11-20', outcome: 'new' },
    ]);
    const elsewhere = await sendingApp(person, app.browser(), { 'time-zone': 'Europe/Lisbon' });
    const inLisbon = [{ count: 9999, start_time: '2026-11-20T00:00:00Z', end_time: '2026-11-20T20:00:00Z' }];
    expect((await elsewhere.send({ steps: inLisbon })).days).toEqual([
      { date: '2026-11-20', outcome: 'changed' },
    ]);
  });

  it('can send test data and sleep data, which are ignored without an error', async () => {
    const steps = [{ count: 1240, start_time: '2026-11-19T23:00:00Z', end_time: '2026-11-20T06:00:00Z' }];
    expect(await phone.send({ ...sync, test: true, steps, exercise: [exercise] })).toMatchObject({
      days: [],
    });
    await phone.send({ ...sync, sleep: [{ session_end_time: '2026-11-20T07:00:00Z' }] });
    expect(await shown()).toEqual([]);
  });
});

describe('invalid data from a known app', () => {
  const name = 'Outdoor Run';
  const oddDates = [
    '0000-01-01',
    '0001-01-01',
    '1999-12-31',
    '-271821-04-20',
    '+012000-01-01',
    '+275760-09-13',
  ];

  it.each(oddDates)('is refused with the path of the invalid value if the date is %s', async (date) => {
    const start = `${date} 12:00:00 +0100`;
    const moment = `${date}T00:00:00Z`;
    const sent: [object, string][] = [
      [{ data: { workouts: [{ name, start, end: start }] } }, 'data.workouts.0.start'],
      [
        { data: { metrics: [{ name: 'step_count', data: [{ date: start, qty: 5 }] }] } },
        'data.metrics.0.data.0.date',
      ],
      [{ exercise: [{ type: '56', start_time: moment, end_time: moment }] }, 'exercise.0.start_time'],
      [{ steps: [{ count: 5, start_time: moment }] }, 'steps.0.start_time'],
    ];
    for (const [payload, propertyPath] of sent) await expectRefused(payload, propertyPath);
  });

  it('is refused if a string contains a null character', async () => {
    const [start, end] = ['2026-11-20 06:30:00 +0100', '2026-11-20 07:00:00 +0100'];
    const [start_time, end_time] = ['2026-11-20T05:30:00Z', '2026-11-20T06:00:00Z'];
    const device = { model: 'A\0B' };
    await expectRefused({ data: { workouts: [{ name, id: 'a\0b', start, end }] } }, 'data.workouts.0.id');
    await expectRefused(
      { exercise: [{ type: '56', start_time, end_time, metadata: { id: 'a\0b' } }] },
      'exercise.0.metadata.id',
    );
    await expectRefused(
      { exercise: [{ type: '56', start_time, end_time, metadata: { id: 'a', device } }] },
      'exercise.0.metadata.device.model',
    );
  });

  it('does not prevent valid data in the same call from being stored', async () => {
    const start = '2026-11-20 06:30:00 +0100';
    const good = { id: 'good', name, start, end: '2026-11-20 07:00:00 +0100' };
    const receipt = await phone.send({
      data: {
        workouts: [{ name }, good, 'nonsense'],
        metrics: [
          null,
          {
            name: 'step_count',
            data: [
              { date: start, qty: 5000 },
              { date: start, qty: -5 },
            ],
          },
        ],
      },
    });
    expect(receipt.workouts.map(({ externalId, outcome }) => [externalId, outcome])).toEqual([
      ['good', 'new'],
      [null, 'refused'],
      [null, 'refused'],
    ]);
    expect(receipt.days.map(({ outcome }) => outcome)).toEqual(['new', 'refused']);
  });

  const expectRefused = async (payload: object, propertyPath: string) => {
    const { workouts, days } = await phone.send(payload);
    expect([...workouts, ...days]).toMatchObject([
      { outcome: 'refused', violations: expect.arrayContaining([expect.objectContaining({ propertyPath })]) },
    ]);
    expect(await shown()).toEqual([]);
  };
});
