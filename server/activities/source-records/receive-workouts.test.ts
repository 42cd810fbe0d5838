import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Source } from '../../../contract/activities.ts';
import * as activities from '../../../contract/activities.ts';
import * as workouts from '../../../contract/workouts.ts';
import { addChallenge } from '../../testing/challenges.ts';
import { receivedRun } from '../../testing/received-run.ts';
import { expectSumsToHold } from '../../testing/sums.ts';
import { type Browser, running, type TestApp, testApp } from '../../testing/test-app.ts';
import { receiveDaySteps, receiveWorkouts, removeRecords } from './receive-workouts.ts';
import type { Workout } from './workout.ts';

let app: TestApp;
let person: Browser & { iri: string };
let personId: number;

beforeAll(async () => {
  app = await testApp();
  const { db } = app.database;
  await addChallenge(db, 'november', '2026-11-01', '2026-11-30');
  await db
    .insertInto('sports')
    .values([{ name: 'walking', type: 'walking', approved: true, km_per_hour: 5 }])
    .execute();
});
afterAll(() => app.close());

const now = () => app.clock.now;
const newcomer = async () => {
  person = await app.participant();
  personId = Number(person.iri.split('/').at(-1));
};

/** Returns a run of 5.23 km on 20 November at 6:30, as Garmin reports it, with the given changes. */
const run = (changes: Partial<Workout> = {}): Workout =>
  receivedRun({
    externalId: 'a',
    elapsedSeconds: 1930,
    metres: 5230,
    steps: 5120,
    sportType: 'RUNNING',
    name: 'Morning run',
    device: 'forerunner955',
    ...changes,
  });
const receive = (source: Source, ...workouts: Workout[]) =>
  receiveWorkouts(app.database.db, personId, source, workouts, now());
const remove = (source: Source, externalId: string) =>
  removeRecords(app.database.db, personId, source, [externalId], now());
const listed = async () => {
  const { 'hydra:member': members } = await person.call(activities.list, { query: { person: person.iri } });
  return members.map(({ challengeKms, externalType, receivedFrom, performedAt }) => ({
    challengeKms,
    externalType,
    receivedFrom,
    performedAt,
  }));
};
const typeIn = (entry: object) =>
  person.call(activities.create, {
    body: { performedAt: '2026-11-20', sport: running, ...entry } as never,
  });

/** Answers the only open question of whether two records are the same workout. */
const answerOnly = async (isSame: boolean) => {
  const { 'hydra:member': questions } = await person.call(workouts.questions, {});
  await person.call(workouts.answer, { params: { uuid: questions[0]?.uuid as string }, body: { isSame } });
};

/** Returns the same run as Strava reports it: 37 seconds later and with other durations. */
const onStrava = (changes: Partial<Workout> = {}) =>
  run({
    externalId: '16492837465',
    startedAt: Temporal.Instant.from('2026-11-20T05:30:37Z'),
    elapsedSeconds: 1893,
    movingSeconds: 1830,
    metres: 5230.4,
    steps: null,
    sportType: 'Run',
    ...changes,
  });

it('can remove more records at once than an SQL statement can have parameters', async () => {
  await newcomer();
  await receive('Garmin', run());
  const ids = Array.from({ length: 70_000 }, (_, number) => `gone ${number}`);
  await removeRecords(app.database.db, personId, 'Garmin', [...ids, 'a'], now());
  expect(await listed()).toEqual([]);
});

describe('a received workout', () => {
  it('counts once, no matter how often it arrives, and is updated when its source changes it', async () => {
    await newcomer();
    expect(await receive('Garmin', run())).toEqual([{ externalId: 'a', outcome: 'new' }]);
    expect(await receive('Garmin', run())).toEqual([{ externalId: 'a', outcome: 'known' }]);
    expect(await listed()).toEqual([
      { challengeKms: 5.23, externalType: 'Garmin', receivedFrom: ['Garmin'], performedAt: '2026-11-20' },
    ]);
    await receive('Garmin', run({ metres: 6000, startedAt: Temporal.Instant.from('2026-11-19T05:30:00Z') }));
    expect(await listed()).toMatchObject([{ challengeKms: 6, performedAt: '2026-11-19' }]);
    await remove('Garmin', 'a');
    expect(await listed()).toEqual([]);
    await expectSumsToHold(app.database.db);
  });

  it('has the local date of its start', async () => {
    await newcomer();
    await receive(
      'Garmin',
      run({ externalId: 'late', startedAt: Temporal.Instant.from('2026-11-19T22:58:00Z') }),
      run({
        externalId: 'kiritimati',
        startedAt: Temporal.Instant.from('2026-11-17T10:05:00Z'),
        utcOffsetMinutes: 840,
      }),
      run({
        externalId: 'midway',
        startedAt: Temporal.Instant.from('2026-11-16T10:05:00Z'),
        utcOffsetMinutes: -660,
      }),
    );
    const days = (await listed()).map(({ performedAt }) => performedAt);
    expect(days).toEqual(['2026-11-19', '2026-11-18', '2026-11-15']);
  });

  it('is not stored if its date is in the future in every time zone', async () => {
    await newcomer();
    const tomorrow = Temporal.Instant.from('2026-11-23T05:30:00Z');
    expect(await receive('Garmin', run({ startedAt: tomorrow }))).toMatchObject([{ outcome: 'future' }]);
    expect(await listed()).toEqual([]);
  });

  // spec: role external activities
  it('cannot be changed or removed by its owner', async () => {
    await newcomer();
    await receive('Garmin', run());
    const { 'hydra:member': members } = await person.call(activities.list, { query: { person: person.iri } });
    const params = { uuid: members[0]?.uuid as string };
    expect(await person.refused(activities.remove, { params })).toMatchObject({ status: 403 });
    const body = { performedAt: '2026-11-20', sport: running, amountType: 'km', kilometers: 900 };
    expect(await person.refused(activities.replace, { params, body })).toMatchObject({ status: 403 });
    expect(await listed()).toMatchObject([{ challengeKms: 5.23 }]);
  });
});

describe('a workout reported by two sources', () => {
  it('counts once, with the values from the device’s own service, whichever record arrives first', async () => {
    for (const order of [
      ['Garmin', 'Strava'],
      ['Strava', 'Garmin'],
    ]) {
      await newcomer();
      for (const source of order) await receive(source as Source, source === 'Garmin' ? run() : onStrava());
      expect(await listed()).toEqual([
        {
          challengeKms: 5.23,
          externalType: 'Garmin',
          receivedFrom: ['Garmin', 'Strava'],
          performedAt: '2026-11-20',
        },
      ]);
    }
    await expectSumsToHold(app.database.db);
  });

  it('takes its values from the remaining record if the counting record is deleted', async () => {
    await newcomer();
    await receive('Garmin', run());
    await receive('Strava', onStrava({ metres: 5100 }));
    await remove('Garmin', 'a');
    expect(await listed()).toMatchObject([{ challengeKms: 5.1, receivedFrom: ['Strava'] }]);
    await remove('Strava', '16492837465');
    expect(await listed()).toEqual([]);
    await expectSumsToHold(app.database.db);
  });

  it('counts as two workouts if one of the records moves to another time', async () => {
    await newcomer();
    await receive('Garmin', run());
    await receive('Strava', onStrava());
    await receive('Strava', onStrava({ startedAt: Temporal.Instant.from('2026-11-20T16:00:00Z') }));
    expect((await listed()).map(({ receivedFrom }) => receivedFrom).sort()).toEqual([['Garmin'], ['Strava']]);
    await receive('Strava', onStrava());
    expect(await listed()).toHaveLength(1);
    await expectSumsToHold(app.database.db);
  });

  it('counts once if a manual entry may be the same workout, and merges with the entry if the owner confirms that', async () => {
    for (const isTypedFirst of [true, false]) {
      await newcomer();
      if (!isTypedFirst) await receive('Garmin', run());
      await typeIn({ amountType: 'km', kilometers: 5.2 });
      if (isTypedFirst) await receive('Garmin', run());
      // In this test, both arrive at the same moment, so either of them may count.
      const credited = (await listed()).map(({ challengeKms }) => challengeKms).sort();
      expect(credited).toEqual([0, expect.closeTo(5.2, 1)]);
      await expectSumsToHold(app.database.db);
      await answerOnly(true);
      expect(await listed()).toMatchObject([{ challengeKms: 5.23, receivedFrom: ['Garmin', 'manual'] }]);
      await remove('Garmin', 'a');
      expect(await listed()).toMatchObject([{ challengeKms: 5.2, receivedFrom: ['manual'] }]);
    }
    await expectSumsToHold(app.database.db);
  });

  it('counts separately from a manual entry for another workout', async () => {
    await newcomer();
    await receive('Garmin', run());
    await typeIn({ amountType: 'km', kilometers: 8 });
    expect(await listed()).toHaveLength(2);
  });
});

describe('the steps of a day', () => {
  it('count without the steps of walks and runs, which count separately', async () => {
    await newcomer();
    await typeIn({ amountType: 'steps', steps: 12_000, sport: '/platform/api/sports/3' });
    await receive('Garmin', run());
    const kms = async () => (await listed()).map(({ challengeKms }) => challengeKms).sort();
    // (12,000 - 5,120) steps × 0.7 m = 4.816 km
    expect(await kms()).toEqual([4.816, 5.23]);
    await remove('Garmin', 'a');
    expect(await kms()).toEqual([8.4]);
    await receive('Strava', onStrava());
    // Strava reports no steps, so the estimate is 5,230 m ÷ 0.7 m.
    expect(await kms()).toEqual([3.17, 5.23]);
    await expectSumsToHold(app.database.db);
  });

  it('count in full again when another source moves the walk or run to another day', async () => {
    await newcomer();
    for (const performedAt of ['2026-11-19', '2026-11-20'])
      await typeIn({ performedAt, amountType: 'steps', steps: 12_000, sport: '/platform/api/sports/3' });
    const kms = async () =>
      Object.fromEntries(
        (await listed())
          .filter(({ externalType }) => externalType === null)
          .map(({ performedAt, challengeKms }) => [performedAt, challengeKms]),
      );
    // The two starts are half a minute apart, on either side of midnight.
    await receive('Strava', onStrava({ startedAt: Temporal.Instant.from('2026-11-19T23:00:20Z') }));
    expect(await kms()).toEqual({ '2026-11-19': 8.4, '2026-11-20': 3.17 });
    await receive('Garmin', run({ startedAt: Temporal.Instant.from('2026-11-19T22:59:50Z') }));
    expect(await kms()).toEqual({ '2026-11-19': 4.816, '2026-11-20': 8.4 });
    await remove('Garmin', 'a');
    expect(await kms()).toEqual({ '2026-11-19': 8.4, '2026-11-20': 3.17 });
    await expectSumsToHold(app.database.db);
  });

  it('are replaced by the latest reported number, and count once even if two sources or the person report them', async () => {
    await newcomer();
    const day = Temporal.PlainDate.from('2026-11-20');
    const reportSteps = (steps: number, source: Source = 'token') =>
      receiveDaySteps(app.database.db, personId, source, [{ day, steps }], now());
    await reportSteps(4000);
    await reportSteps(9000);
    expect(await listed()).toMatchObject([{ challengeKms: 6.3 }]);
    await reportSteps(11_000, 'Fitbit');
    expect(await listed()).toMatchObject([{ challengeKms: 7.7, receivedFrom: ['Fitbit', 'token'] }]);
    await typeIn({ amountType: 'steps', steps: 5000, sport: '/platform/api/sports/3' });
    expect((await listed()).map(({ challengeKms }) => challengeKms).sort()).toEqual([0, 7.7]);
    await answerOnly(true);
    expect(await listed()).toMatchObject([
      { challengeKms: 7.7, receivedFrom: ['Fitbit', 'token', 'manual'] },
    ]);
    await expectSumsToHold(app.database.db);
  });
});

const services = ['Garmin', 'Strava', 'Polar', 'file', 'token'] as const;
/** A report of the n-th workout from a source. Clocks and distances differ a little between sources. */
const parsed = fc.record({
  source: fc.constantFrom(...services),
  workout: fc.nat(4),
  what: fc.constantFrom('tell', 'tell', 'tell', 'delete'),
  late: fc.integer({ min: 0, max: 50 }),
  longer: fc.integer({ min: 0, max: 60 }),
  farther: fc.integer({ min: 0, max: 100 }),
  hasDistance: fc.boolean(),
});

describe('random reports from several sources', () => {
  it('yield one activity per workout, with the values from the source with the highest rank', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(parsed, { maxLength: 25 }), async (reports) => {
        await newcomer();
        const left = new Map<number, Set<string>>();
        for (const { source, workout, what, late, longer, farther, hasDistance } of reports) {
          const known = left.get(workout) ?? new Set();
          left.set(workout, known);
          if (what === 'delete') {
            known.delete(source);
            await remove(source, `n${workout}`);
            continue;
          }
          known.add(source);
          await receive(
            source,
            run({
              externalId: `n${workout}`,
              startedAt: Temporal.Instant.from('2026-11-10T05:30:00Z').add({
                hours: workout * 30,
                seconds: late,
              }),
              elapsedSeconds: 2000 + longer,
              metres: hasDistance ? 5000 + farther : null,
              steps: null,
            }),
          );
        }
        const expected = [...left]
          .filter(([, known]) => known.size > 0)
          .sort(([one], [other]) => other - one)
          .map(([, known]) => [...known].sort());
        expect((await listed()).map(({ receivedFrom }) => [...receivedFrom].sort())).toEqual(expected);
        for (const { receivedFrom } of await listed())
          expect(rank(receivedFrom[0])).toBe(Math.min(...receivedFrom.map(rank)));
        await expectSumsToHold(app.database.db);
      }),
      { numRuns: 25 },
    );
  });
});

const rank = (source: Source | undefined) =>
  ({ Garmin: 0, Polar: 0, Fitbit: 0, file: 1, Strava: 2, token: 3, manual: 4 })[source ?? 'manual'];
