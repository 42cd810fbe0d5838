import { readFileSync } from 'node:fs';
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
  it('are stored with the values that were sent, on the local date', async () => {
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

describe('an invalid ingest request', () => {
  it.each([
    [
      { workouts: [run, { ...run, startedAt: '2026-11-20 06:30' }] },
      'workouts.1.startedAt',
      'moment.invalid',
    ],
    [{ workouts: [{ ...run, startedAt: '2026-11-20T06:30:00' }] }, 'workouts.0.startedAt', 'moment.invalid'],
    [
      { workouts: [{ ...run, endedAt: '2026-11-20T06:00:00+01:00' }] },
      'workouts.0.endedAt',
      'moment.beforeStart',
    ],
    [{ workouts: [{ ...run, endedAt: undefined }] }, 'workouts.0.elapsedSeconds', 'value.required'],
    [{ workouts: [{ ...run, sport: ' ' }] }, 'workouts.0.sport', 'value.required'],
    [{ workouts: [{ ...run, kilometers: -3 }] }, 'workouts.0.kilometers', 'number.invalid'],
    [{ workouts: [{ ...run, kilometers: 1000 }] }, 'workouts.0.kilometers', 'kilometers.outOfRange'],
    [{ workouts: [{ ...run, steps: 1e9 }] }, 'workouts.0.steps', 'number.outOfRange'],
    [{ workouts: [{ ...run, name: 'a\0' }] }, 'workouts.0.name', 'value.invalid'],
    [{ workouts: Array(101).fill(run) }, 'workouts', 'ingest.tooMany'],
    [{ workouts: 'none' }, 'workouts', 'value.invalid'],
    [{ workouts: [null] }, 'workouts.0', 'value.invalid'],
    [{ workouts: [7] }, 'workouts.0', 'value.invalid'],
    [{ workouts: [run], days: [{ date: '20-11-2026', steps: 5 }] }, 'days.0.date', 'date.invalid'],
    [{ workouts: [run], days: [{ date: '2026-11-20', steps: 'many' }] }, 'days.0.steps', 'number.invalid'],
    [{ workouts: [run], days: [{ date: '2026-11-20', steps: '8.000' }] }, 'days.0.steps', 'number.unclear'],
    [
      { workouts: [run], data: { workouts: [{ name: 'Run', start: 'now' }] } },
      'data.workouts.0.start',
      'moment.invalid',
    ],
    [{ workouts: [run], data: 7 }, 'data', 'value.invalid'],
    [{ workouts: [run], exercise: [{ type: '56' }] }, 'exercise.0.start_time', 'moment.invalid'],
    [{ steps: [{ count: 5, start_time: '2026-11-20T08:00:00Z' }] }, 'steps', 'ingest.notByDay'],
    [{}, 'workouts', 'value.required'],
    [[], '', 'value.invalid'],
  ])('with %j is rejected with an error at %s and stores nothing', async (payload, propertyPath, code) => {
    const problem = await phone.refused(payload);
    expect(problem.status).toBe(422);
    expect(problem.violations).toContainEqual(expect.objectContaining({ propertyPath, code }));
    expect(await shown()).toEqual([]);
  });

  it('gets an error message in the requested language', async () => {
    const problem = await phone.refused({ workouts: [{ ...run, sport: '' }] }, { 'accept-language': 'nl' });
    expect(problem.violations?.[0]?.message).toBe('Vul een waarde in.');
  });

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
