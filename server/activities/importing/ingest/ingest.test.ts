import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as activities from '../../../../contract/activities.ts';
import { type SendingApp, sendingApp } from '../../../testing/sending-app.ts';
import { expectSumsToHold } from '../../../testing/sums.ts';
import { type Browser, type TestApp, testApp } from '../../../testing/test-app.ts';
import { receiveWorkouts } from '../../source-records/receive-workouts.ts';

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
const kilometres = async () => (await shown()).map(({ challengeKms }) => challengeKms).sort();
const run = {
  externalId: 'run-1',
  sport: 'running',
  startedAt: '2026-11-20T06:30:00+01:00',
  endedAt: '2026-11-20T07:02:00+01:00',
  kilometers: 5.2,
};
/** The examples in docs/ingest.md, unchanged. */
const documented = [...readFileSync('docs/ingest.md', 'utf8').matchAll(/```json\n([\s\S]*?)```/g)].map(
  ([, text]) => JSON.parse(text ?? ''),
);

describe('workouts sent with a personal token', () => {
  it('are stored with the values sent, and dated by local time', async () => {
    const receipt = await phone.send({
      workouts: [
        { ...run, steps: 4800, name: 'Along the river', device: 'Watch 4' },
        {
          ...run,
          externalId: 'late',
          startedAt: '2026-11-18T23:30:00-05:00',
          endedAt: '2026-11-19T00:10:00-05:00',
        },
      ],
    });
    expect(receipt.workouts).toEqual([
      { externalId: 'run-1', outcome: 'new' },
      { externalId: 'late', outcome: 'new' },
    ]);
    expect(await shown()).toMatchObject([
      {
        performedAt: '2026-11-20',
        kilometers: 5.2,
        challengeKms: 5.2,
        time: '00:32:00',
        steps: 4800,
        info: 'Along the river',
        device: 'Watch 4',
        externalType: null,
        receivedFrom: ['token'],
      },
      { performedAt: '2026-11-18' },
    ]);
    await expectSumsToHold(app.database.db);
  });

  it('are identified by their id, so that sending a workout again updates the stored workout', async () => {
    await phone.send({ workouts: [run] });
    expect((await phone.send({ workouts: [run] })).workouts).toMatchObject([{ outcome: 'known' }]);
    const longer = { ...run, kilometers: undefined, metres: 6000 };
    expect((await phone.send({ workouts: [longer] })).workouts).toMatchObject([{ outcome: 'changed' }]);
    expect(await kilometres()).toEqual([6]);
  });

  it('are identified by their start and sport if they have no id', async () => {
    const { externalId: _, ...nameless } = run;
    await phone.send({ workouts: [nameless] });
    await phone.send({ workouts: [{ ...nameless, endedAt: undefined, elapsedSeconds: 1920 }] });
    expect(await kilometres()).toEqual([5.2]);
  });

  it('may contain numbers as strings, with a decimal point or comma', async () => {
    const { endedAt: _, ...open } = run;
    await phone.send({ workouts: [{ ...open, elapsedSeconds: '1920', kilometers: '5,25' }] });
    expect(await kilometres()).toEqual([5.25]);
  });

  it('are not stored if their date is in the future in every time zone', async () => {
    const tomorrow = { ...run, startedAt: '2026-11-23T06:30:00+01:00', endedAt: '2026-11-23T07:30:00+01:00' };
    const receipt = await phone.send({
      workouts: [tomorrow, run],
      days: [{ date: '2026-11-23', steps: 1 }],
    });
    expect(receipt.workouts).toMatchObject([{ outcome: 'future' }, { outcome: 'new' }]);
    expect(receipt.days).toEqual([{ date: '2026-11-23', outcome: 'future' }]);
    expect(await kilometres()).toEqual([5.2]);
  });

  it('are all stored, even if they are too many for one transaction', async () => {
    const many = Array.from({ length: 150 }, (_, n) => ({
      ...run,
      externalId: `run ${n}`,
      startedAt: `2026-09-${String((n % 30) + 1).padStart(2, '0')}T${String(6 + Math.floor(n / 30)).padStart(2, '0')}:00:00+02:00`,
      endedAt: undefined,
      elapsedSeconds: 600,
    }));
    const { workouts } = await phone.send({ workouts: many });
    expect(workouts).toEqual(many.map(({ externalId }) => ({ externalId, outcome: 'new' })));
  });

  it('count once if a service or another of the person’s apps also reports them', async () => {
    await phone.send({ workouts: [run] });
    const watch = await sendingApp(person, app.browser());
    await watch.send({ workouts: [{ ...run, externalId: 'of the other app', kilometers: 5.3 }] });
    expect(await kilometres()).toEqual([5.2]);
    const workout = {
      ...{ externalId: 'g', elapsedSeconds: 1925, movingSeconds: null, metres: 5250, steps: null },
      ...{ sportType: 'RUNNING', name: null, device: null, isManual: false, viewUrl: null, cameFrom: null },
    };
    const startedAt = Temporal.Instant.from('2026-11-20T05:30:20Z');
    const personId = Number(person.iri.split('/').at(-1));
    const reported = [{ ...workout, startedAt, utcOffsetMinutes: 60 }];
    await receiveWorkouts(app.database.db, personId, 'Garmin', reported, app.clock.now);
    expect(await shown()).toMatchObject([{ challengeKms: 5.25, receivedFrom: ['Garmin', 'token', 'token'] }]);
    await expectSumsToHold(app.database.db);
  });
});

describe('daily steps sent with a personal token', () => {
  it('are replaced when a new number arrives for the same day', async () => {
    expect(await phone.send({ days: [{ date: '2026-11-20', steps: 9000 }] })).toMatchObject({
      days: [{ date: '2026-11-20', outcome: 'new' }],
    });
    await phone.send({ days: [{ date: '2026-11-20', steps: '8000' }] });
    expect(await kilometres()).toEqual([5.6]);
    await phone.send({ days: [{ date: '2026-11-20', steps: 0 }] });
    expect(await shown()).toEqual([]);
    await expectSumsToHold(app.database.db);
  });
});

describe('an invalid item', () => {
  const workoutItems: [object | number | null, string, string][] = [
    [{ ...run, startedAt: '2026-11-20 06:30' }, '.startedAt', 'moment.invalid'],
    [{ ...run, startedAt: '2026-11-20T06:30:00' }, '.startedAt', 'moment.invalid'],
    [{ ...run, endedAt: '2026-11-20T06:00:00+01:00' }, '.endedAt', 'moment.beforeStart'],
    [{ ...run, endedAt: undefined }, '.elapsedSeconds', 'value.required'],
    [{ ...run, sport: ' ' }, '.sport', 'value.required'],
    [{ ...run, kilometers: -3 }, '.kilometers', 'number.invalid'],
    [{ ...run, kilometers: 1000 }, '.kilometers', 'kilometers.outOfRange'],
    [{ ...run, steps: 1e9 }, '.steps', 'number.outOfRange'],
    [{ ...run, name: 'a\0' }, '.name', 'value.invalid'],
    [null, '', 'value.invalid'],
    [7, '', 'value.invalid'],
  ];
  it.each(workoutItems)('%j is refused with the path “%s” and the code %s', async (item, path, code) => {
    const receipt = await phone.send({ workouts: [{ ...run, externalId: 'good' }, item] });
    expect(receipt.workouts).toMatchObject([
      { externalId: 'good', outcome: 'new' },
      {
        outcome: 'refused',
        violations: expect.arrayContaining([
          expect.objectContaining({ propertyPath: `workouts.1${path}`, code }),
        ]),
      },
    ]);
    expect(await kilometres()).toEqual([5.2]);
  });

  it.each([
    [{ days: [{ date: '20-11-2026', steps: 5 }] }, 'days.0.date', 'date.invalid'],
    [{ days: [{ date: '2026-11-20', steps: 'many' }] }, 'days.0.steps', 'number.invalid'],
    [{ days: [{ date: '2026-11-20', steps: '8.000' }] }, 'days.0.steps', 'number.unclear'],
    [{ steps: [{ count: 5, start_time: '2026-11-20T08:00:00Z' }] }, 'steps', 'ingest.notByDay'],
  ])('among the days in %j is refused with the path %s', async (payload, propertyPath, code) => {
    const receipt = await phone.send({ workouts: [run], ...payload });
    expect(receipt.days).toMatchObject([{ outcome: 'refused', violations: [{ propertyPath, code }] }]);
    expect(await kilometres()).toEqual([5.2]);
  });

  it('is refused with a message in the language of the request', async () => {
    const dutch = await sendingApp(person, app.browser(), { 'accept-language': 'nl' });
    const receipt = await dutch.send({ workouts: [{ ...run, sport: '' }] });
    expect(receipt.workouts[0]?.violations?.[0]?.message).toBe('Vul een waarde in.');
  });

  it('never prevents valid items from being stored, whatever its position in the list', async () => {
    const bad = fc.constantFrom(...workoutItems.map(([item]) => item));
    const good = fc.constant('good' as const);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(bad, good), { maxLength: 12 }), async (drawn) => {
        person = await app.participant();
        phone = await sendingApp(person, app.browser());
        const items = drawn.map((item, index) =>
          item === 'good'
            ? {
                ...run,
                externalId: `good ${index}`,
                startedAt: `2026-11-20T${String(index).padStart(2, '0')}:30:00+01:00`,
                endedAt: `2026-11-20T${String(index).padStart(2, '0')}:50:00+01:00`,
              }
            : item,
        );
        const places = (wanted: boolean) =>
          drawn.flatMap((item, index) => ((item === 'good') === wanted ? [index] : []));
        for (const outcome of ['new', 'known']) {
          const receipt = await phone.send({ workouts: items });
          const [taken, refused] = [false, true].map((isRefused) =>
            receipt.workouts.filter((one) => (one.outcome === 'refused') === isRefused),
          );
          expect(taken).toEqual(places(true).map((index) => ({ externalId: `good ${index}`, outcome })));
          expect(
            refused?.map(({ violations }) => Number(violations?.[0]?.propertyPath.split('.')[1])),
          ).toEqual(places(false));
        }
        expect(await kilometres()).toHaveLength(places(true).length);
      }),
      { numRuns: 15 },
    );
  });
});

describe('an invalid ingest request', () => {
  it.each([
    [{ workouts: Array(1001).fill(run) }, 'workouts', 'ingest.tooMany'],
    [{ workouts: 'none' }, 'workouts', 'value.invalid'],
    [{ workouts: [run], data: 7 }, 'data', 'value.invalid'],
    [{}, 'workouts', 'value.required'],
    [[], '', 'value.invalid'],
  ])(
    'is rejected as a whole, with the path of the error, and stores nothing',
    async (payload, propertyPath, code) => {
      const problem = await phone.refused(payload);
      expect(problem.status).toBe(422);
      expect(problem.violations).toContainEqual(expect.objectContaining({ propertyPath, code }));
      expect(await shown()).toEqual([]);
    },
  );

  it('is rejected if its body is invalid JSON, has the wrong content type or is too large', async () => {
    expect((await phone.refused('{"unfinished')).status).toBe(400);
    expect((await phone.refused('hello', { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await phone.refused({ data: { note: 'x'.repeat(11_000_000) } })).status).toBe(413);
  });
});

describe('the documented examples', () => {
  it('are accepted exactly as printed', async () => {
    expect(documented.length).toBeGreaterThan(3);
    for (const example of documented) await phone.send(example);
    await expectSumsToHold(app.database.db);
  });
});
