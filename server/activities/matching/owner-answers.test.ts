import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Source } from '../../../contract/activities.ts';
import * as activities from '../../../contract/activities.ts';
import * as comments from '../../../contract/comments.ts';
import * as likes from '../../../contract/likes.ts';
import * as workouts from '../../../contract/workouts.ts';
import { addChallenge } from '../../testing/challenges.ts';
import { receivedRun } from '../../testing/received-run.ts';
import { expectSumsToHold } from '../../testing/sums.ts';
import { type Browser, idOf, running, type TestApp, testApp } from '../../testing/test-app.ts';
import { withPersonLock } from '../source-records/person-lock.ts';
import { receiveWorkouts, removeRecords } from '../source-records/receive-workouts.ts';
import type { Workout } from '../source-records/workout.ts';
import { matchRecords } from './matching.ts';
import { forgetOldAnswers } from './remembered-answers.ts';

let app: TestApp;
let person: Browser & { iri: string };

beforeAll(async () => {
  app = await testApp();
  await addChallenge(app.database.db, 'november', '2026-11-01', '2026-11-30');
  await app.database.db
    .insertInto('sports')
    .values([{ name: 'walking', type: 'walking', approved: true, km_per_hour: 5 }])
    .execute();
  await app.database.db
    .insertInto('configs')
    .values(['likesEnabled', 'commentsEnabled'].map((key) => ({ key, value: 'true' })))
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: 'true' }))
    .execute();
});
beforeEach(async () => {
  person = await app.participant();
});
afterAll(() => app.close());

const receive = (source: Source, changes: Partial<Workout> = {}) =>
  receiveWorkouts(app.database.db, idOf(person), source, [receivedRun(changes)], app.clock.now);
const remove = (source: Source, externalId = 'run') =>
  removeRecords(app.database.db, idOf(person), source, [externalId], app.clock.now);
const typeIn = (entry: object) =>
  person.call(activities.create, {
    body: { performedAt: '2026-11-20', sport: running, ...entry } as never,
  });
/** Lists the person's own activities, with their sources and counted kilometres. */
const listed = async () => {
  const { 'hydra:member': members } = await person.call(activities.list, { query: { person: person.iri } });
  return members;
};
const only = async () => {
  const members = await listed();
  expect(members).toHaveLength(1);
  return members[0] as activities.Activity;
};
const kilometres = async () => (await listed()).map(({ challengeKms }) => challengeKms).sort();
const recordsOf = async (uuid: string) =>
  (await person.call(workouts.records, { params: { uuid } }))['hydra:member'];
const recordFrom = async (source: Source) => {
  const all = await Promise.all((await listed()).map(({ uuid }) => recordsOf(uuid)));
  return all.flat().find((record) => record.source === source) as workouts.WorkoutRecord;
};
const questions = async () => (await person.call(workouts.questions, {}))['hydra:member'];
const answerOnly = async (isSame: boolean) => {
  const [question] = await questions();
  await person.call(workouts.answer, { params: { uuid: question?.uuid as string }, body: { isSame } });
};

describe('the source records of an activity', () => {
  it('are listed with the counting record first', async () => {
    await receive('Strava', {
      metres: 5100,
      steps: null,
      name: 'Lunch run',
      device: 'Garmin Forerunner 955',
    });
    await receive('Garmin', { steps: 4800 });
    const { uuid } = await only();
    expect(await recordsOf(uuid)).toMatchObject([
      { source: 'Garmin', counting: true, kilometers: 5, steps: 4800, time: '00:30:00' },
      { source: 'Strava', counting: false, kilometers: 5.1, name: 'Lunch run', performedAt: '2026-11-20' },
    ]);
  });

  it('are visible only to the owner', async () => {
    await receive('Strava');
    const { uuid } = await only();
    const record = (await recordFrom('Strava')).uuid;
    const other = await app.participant();
    const calls = [
      [workouts.records, { params: { uuid } }],
      [workouts.choose, { params: { uuid }, body: { record } }],
      [workouts.setCounts, { params: { uuid }, body: { counts: false } }],
      [workouts.separate, { params: { uuid: record } }],
    ] as const;
    for (const [op, input] of calls) expect((await other.refused(op, input)).status).toBe(404);
    await receive('Garmin', { startedAt: Temporal.Instant.from('2026-11-20T06:30:00Z'), metres: 5030 });
    const [question] = await questions();
    const params = { uuid: question?.uuid as string };
    expect(await other.refused(workouts.answer, { params, body: { isSame: true } })).toMatchObject({
      status: 404,
    });
    expect((await other.call(workouts.questions, {}))['hydra:member']).toEqual([]);
    expect(await kilometres()).toEqual([0, 5]);
  });
});

describe('the record that the owner chose', () => {
  it('counts until it is deleted, even if other records arrive or change', async () => {
    await receive('Garmin');
    await receive('Strava', { metres: 5200 });
    const { uuid } = await only();
    const record = (await recordFrom('Strava')).uuid;
    const answer = await person.call(workouts.choose, { params: { uuid }, body: { record } });
    expect(answer).toMatchObject({ challengeKms: 5.2, receivedFrom: ['Strava', 'Garmin'] });
    await receive('Polar', { metres: 5050 });
    await receive('Garmin', { metres: 5010 });
    expect(await kilometres()).toEqual([5.2]);
    await expectSumsToHold(app.database.db);
    await remove('Strava');
    expect(await kilometres()).toEqual([5.01]);
    await expectSumsToHold(app.database.db);
  });

  it('is rejected with 409 if it no longer belongs to the activity', async () => {
    await receive('Garmin');
    await receive('Strava', { metres: 5200 });
    const { uuid } = await only();
    const record = (await recordFrom('Strava')).uuid;
    await receive('Strava', { startedAt: Temporal.Instant.from('2026-11-20T16:07:11Z') });
    const problem = await person.refused(workouts.choose, { params: { uuid }, body: { record } });
    expect(problem.status).toBe(409);
    expect(await kilometres()).toEqual([5, 5]);
  });

  it('determines how many steps are subtracted from the day’s steps', async () => {
    await typeIn({ amountType: 'steps', steps: 10_000, sport: '/platform/api/sports/3' });
    await receive('Garmin', { steps: 5000 });
    await receive('Strava');
    expect(await kilometres()).toEqual([3.5, 5]);
    const uuid = (await listed()).find(({ externalType }) => externalType)?.uuid as string;
    const record = (await recordFrom('Strava')).uuid;
    await person.call(workouts.choose, { params: { uuid }, body: { record } });
    // 5,000 m at 0.7 m per step is 7,143 steps.
    expect(await kilometres()).toEqual([2, 5]);
    await expectSumsToHold(app.database.db);
  });

  it('can be the manual entry if the day stays within 24 hours', async () => {
    await receive('Garmin');
    await typeIn({ amountType: 'time', time: '00:31:00' });
    await answerOnly(true);
    const { uuid } = await only();
    const record = (await recordFrom('manual')).uuid;
    await person.call(workouts.choose, { params: { uuid }, body: { record } });
    // The sport counts each hour as 10 km.
    expect(await only()).toMatchObject({ challengeKms: 5.167, externalType: null });
    await person.call(workouts.choose, {
      params: { uuid },
      body: { record: (await recordFrom('Garmin')).uuid },
    });
    await typeIn({ amountType: 'time', time: '23:40:00' });
    const problem = await person.refused(workouts.choose, { params: { uuid }, body: { record } });
    expect(problem).toMatchObject({ status: 422, violations: [{ code: 'record.dayIsFull' }] });
    expect(await listed()).toContainEqual(expect.objectContaining({ uuid, challengeKms: 5, counts: true }));
    await expectSumsToHold(app.database.db);
  });
});

describe('an activity that its owner excluded from the score', () => {
  it('does not count, even if its sources report changes, until the owner includes it again', async () => {
    await typeIn({ amountType: 'steps', steps: 10_000, sport: '/platform/api/sports/3' });
    await receive('Garmin', { steps: 5000 });
    const params = { uuid: (await listed()).find(({ externalType }) => externalType)?.uuid as string };
    const off = await person.call(workouts.setCounts, { params, body: { counts: false } });
    expect(off).toMatchObject({ counts: false, challengeKms: 0, kilometers: 5 });
    expect(await kilometres()).toEqual([0, 7]);
    await receive('Garmin', { metres: 6000, steps: 5000 });
    await receive('Strava', { metres: 6000 });
    expect(await kilometres()).toEqual([0, 7]);
    await expectSumsToHold(app.database.db);
    await person.call(workouts.setCounts, { params, body: { counts: true } });
    await person.call(workouts.setCounts, { params, body: { counts: true } });
    expect(await kilometres()).toEqual([3.5, 6]);
    await expectSumsToHold(app.database.db);
  });

  it('leaves its share of the day’s 24 hours to other entries, and cannot count again once they have filled the day', async () => {
    const { uuid } = await typeIn({ amountType: 'time', time: '12:00:00' });
    await person.call(workouts.setCounts, { params: { uuid }, body: { counts: false } });
    const full = await typeIn({ amountType: 'time', time: '24:00:00' });
    await expectSumsToHold(app.database.db);
    const problem = await person.refused(workouts.setCounts, { params: { uuid }, body: { counts: true } });
    expect(problem).toMatchObject({ status: 422, violations: [{ code: 'record.dayIsFull' }] });
    const body = { performedAt: '2026-11-20', sport: running, amountType: 'time', time: '13:00:00' } as never;
    const changed = await person.call(activities.replace, { params: { uuid }, body });
    expect(changed).toMatchObject({ counts: false, challengeKms: 0, time: '13:00:00' });
    await expectSumsToHold(app.database.db);
    await person.call(activities.remove, { params: { uuid } });
    await person.call(activities.remove, { params: { uuid: full.uuid } });
    expect(await listed()).toEqual([]);
    await expectSumsToHold(app.database.db);
  });
});

describe('a record that the owner separated from an activity', () => {
  it('keeps counting separately, even if its source reports changes', async () => {
    await receive('Garmin');
    await receive('Strava', { metres: 5200 });
    const { uuid } = await only();
    const params = { uuid: (await recordFrom('Strava')).uuid };
    await person.call(workouts.separate, { params });
    await person.call(workouts.separate, { params });
    expect(await kilometres()).toEqual([5, 5.2]);
    expect((await recordsOf(uuid)).map(({ source }) => source)).toEqual(['Garmin']);
    await receive('Strava', { metres: 5150 });
    await receive('Garmin', { metres: 5050 });
    expect(await kilometres()).toEqual([5.05, 5.15]);
    await expectSumsToHold(app.database.db);
  });

  it('can be the manual entry, which the owner can then change and remove', async () => {
    await receive('Garmin');
    await typeIn({ amountType: 'km', kilometers: 5 });
    await answerOnly(true);
    await person.call(workouts.separate, { params: { uuid: (await recordFrom('manual')).uuid } });
    expect(await kilometres()).toEqual([5, 5]);
    const uuid = (await listed()).find(({ externalType }) => !externalType)?.uuid as string;
    const body = { performedAt: '2026-11-20', sport: running, amountType: 'km', kilometers: 5.1 } as never;
    const changed = await person.call(activities.replace, { params: { uuid }, body });
    expect(changed).toMatchObject({ uuid, challengeKms: 5.1 });
    expect(await kilometres()).toEqual([5, 5.1]);
    await person.call(activities.remove, { params: { uuid } });
    expect(await kilometres()).toEqual([5]);
    await expectSumsToHold(app.database.db);
  });
});

describe('a manual entry that counts because the service’s record was deleted', () => {
  it('can be changed and removed like any other manual entry', async () => {
    await receive('Garmin');
    await typeIn({ amountType: 'km', kilometers: 5 });
    await answerOnly(true);
    await remove('Garmin');
    const { uuid } = await only();
    const body = { performedAt: '2026-11-20', sport: running, amountType: 'km', kilometers: 7 } as never;
    await person.call(activities.replace, { params: { uuid }, body });
    await receive('Strava', { metres: 7000 });
    expect(await kilometres()).toEqual([0, 7]);
    await answerOnly(true);
    expect(await only()).toMatchObject({ receivedFrom: ['Strava', 'manual'] });
    await remove('Strava');
    await person.call(activities.remove, { params: { uuid: (await only()).uuid } });
    expect(await listed()).toEqual([]);
    await expectSumsToHold(app.database.db);
  });
});

describe('the question of whether two records are the same workout', () => {
  /** Either the same run from a watch whose clock is an hour ahead, or a second, similar run. */
  const anHourAway = { startedAt: Temporal.Instant.from('2026-11-20T06:30:00Z'), metres: 5030 };

  it('is asked if one record may have the wrong time zone, and answering yes merges the records', async () => {
    await receive('Garmin');
    await receive('Strava', anHourAway);
    expect(await kilometres()).toEqual([0, 5]);
    expect((await listed()).map(({ waiting, counts }) => ({ waiting, counts }))).toContainEqual({
      waiting: true,
      counts: false,
    });
    await expectSumsToHold(app.database.db);
    const [question] = await questions();
    const uuids = (await listed()).map((one) => one['@id']).sort();
    expect([...(question?.activities ?? [])].sort()).toEqual(uuids);
    expect([question?.one.source, question?.other.source].sort()).toEqual(['Garmin', 'Strava']);
    const strava = (await listed()).find(({ externalType }) => externalType === 'Strava')?.uuid as string;
    await person.call(likes.toggle, { params: { uuid: strava }, query: {} });
    await person.call(comments.create, {
      body: { activity: `/platform/api/activities/${strava}`, content: 'Well done' },
    });
    await answerOnly(true);
    expect(await questions()).toEqual([]);
    expect(await only()).toMatchObject({
      receivedFrom: ['Garmin', 'Strava'],
      challengeKms: 5,
      likedByMe: true,
      amountOfComments: 1,
    });
    await receive('Strava', { ...anHourAway, metres: 5010 });
    expect(await kilometres()).toEqual([5]);
    await expectSumsToHold(app.database.db);
  });

  it('is not asked again if the answer is no, and both records count', async () => {
    await receive('Garmin');
    await receive('Strava', anHourAway);
    await answerOnly(false);
    await receive('Strava', { ...anHourAway, metres: 5010 });
    expect(await questions()).toEqual([]);
    expect(await kilometres()).toEqual([5, 5.01]);
  });

  it('is asked about each workout that a waiting workout may match, until the owner answers yes', async () => {
    const evening = { externalId: 'evening', startedAt: Temporal.Instant.from('2026-11-20T17:40:00Z') };
    for (const [isSame, counted] of [
      [true, [5, 5.1]],
      [false, [5, 5, 5.1]],
    ] as const) {
      person = await app.participant();
      await typeIn({ amountType: 'km', kilometers: 5 });
      await receive('Garmin', { ...evening, metres: 5100 });
      await receive('Strava');
      const [one, two, ...others] = await questions();
      expect(others).toEqual([]);
      expect(one?.activities[0]).toBe(two?.activities[0]);
      const answered = isSame ? [one] : [one, two];
      for (const question of answered)
        await person.call(workouts.answer, { params: { uuid: question?.uuid as string }, body: { isSame } });
      expect(await questions()).toEqual([]);
      expect(await kilometres()).toEqual(counted);
    }
  });

  it('is withdrawn if a record changes or is deleted', async () => {
    await receive('Garmin');
    await receive('Strava', anHourAway);
    const [question] = await questions();
    await receive('Strava', { ...anHourAway, metres: 9000, elapsedSeconds: 3600 });
    expect(await questions()).toEqual([]);
    expect(await kilometres()).toEqual([5, 9]);
    await remove('Strava');
    const params = { uuid: question?.uuid as string };
    expect((await person.refused(workouts.answer, { params, body: { isSame: true } })).status).toBe(404);
  });

  it('must be answered before the waiting activity can count, unless the owner excludes the other activity', async () => {
    await receive('Garmin');
    await receive('Strava', anHourAway);
    const of = async (source: string) =>
      (await listed()).find(({ externalType }) => externalType === source)?.uuid as string;
    const set = (uuid: string, counts: boolean) => ({ params: { uuid }, body: { counts } });
    const problem = await person.refused(workouts.setCounts, set(await of('Strava'), true));
    expect(problem).toMatchObject({ status: 422, violations: [{ code: 'record.waits' }] });
    await person.call(workouts.setCounts, set(await of('Garmin'), false));
    expect(await kilometres()).toEqual([0, 5.03]);
    expect(await questions()).toEqual([]);
    await person.call(workouts.setCounts, set(await of('Garmin'), true));
    expect(await kilometres()).toEqual([0, 5]);
    expect(await questions()).toHaveLength(1);
    await expectSumsToHold(app.database.db);
  });
});

describe('a person with overlapping records', () => {
  const at = (time: string) => ({ startedAt: Temporal.Instant.from(`2026-11-20T${time}Z`) });
  const ride = { ...at('05:30:00'), elapsedSeconds: 12_600, metres: 92_600, sportType: 'cycling' };
  const total = async () => (await kilometres()).reduce((sum, metres) => sum + metres, 0);
  beforeAll(async () => {
    await app.database.db
      .insertInto('sports')
      .values({ name: 'cycling', type: 'cycling', approved: true, km_per_hour: 20 })
      .execute();
  });
  afterEach(() => expectSumsToHold(app.database.db));

  it.each([true, false])(
    'is not asked again for 90 days if a record is removed and received again (same workout: %s)',
    async (isSame) => {
      await receive('Garmin');
      const alike = { startedAt: Temporal.Instant.from('2026-11-20T06:30:00Z'), metres: 5030 };
      await receive('Strava', alike);
      await answerOnly(isSame);
      const before = await kilometres();
      await remove('Strava');
      await receive('Strava', alike);
      expect(await questions()).toEqual([]);
      expect(await kilometres()).toEqual(before);
      await forgetOldAnswers(app.database.db, app.clock.now.add({ hours: 91 * 24 }));
      await remove('Strava');
      await forgetOldAnswers(app.database.db, app.clock.now.add({ hours: 91 * 24 }));
      await receive('Strava', alike);
      expect(await questions()).toHaveLength(1);
    },
  );

  it('is credited once if sources report different sports for the same time, even if a source changes the sport later', async () => {
    await receive('Garmin');
    await receive('Strava', { sportType: 'walking' });
    await receive('file', { sportType: 'cycling' });
    expect(await only()).toMatchObject({ challengeKms: 5, receivedFrom: ['Garmin', 'Strava', 'file'] });
    for (const sportType of ['cycling', 'yoga', 'running']) {
      await receive('Strava', { sportType });
      expect(await kilometres()).toEqual([5]);
    }
    expect(await questions()).toEqual([]);
  });

  it('is credited once for a ride, a copy of it that starts an hour later and its first half, whichever arrives first', async () => {
    const reports = [
      { ...ride, externalId: 'whole' },
      { ...ride, ...at('06:30:00'), externalId: 'shifted' },
      { ...ride, externalId: 'half', elapsedSeconds: 6300, metres: 46_300 },
    ];
    const orders = [
      [0, 1, 2],
      [0, 2, 1],
      [1, 0, 2],
      [1, 2, 0],
      [2, 0, 1],
      [2, 1, 0],
    ];
    for (const order of orders) {
      person = await app.participant();
      for (const nth of order) await receive('file', reports[nth]);
      expect(await only()).toMatchObject({ challengeKms: 92.6 });
      expect(await questions()).toEqual([]);
    }
  });

  it('is credited once while a question about overlapping records is unanswered', async () => {
    await receive('Garmin');
    await receive('Strava', at('05:32:10'));
    expect(await kilometres()).toEqual([0, 5]);
    expect(await questions()).toHaveLength(1);
    await receive('Polar', at('05:47:00'));
    expect(await total()).toBe(5);
    expect(await questions()).toHaveLength(2);
  });

  it('is credited for a whole workout instead of its halves, which count again after the whole is deleted', async () => {
    const half = { elapsedSeconds: 900, metres: 2500 };
    await receive('Strava', { ...half, externalId: 'first' });
    await receive('Strava', { ...half, externalId: 'second', ...at('05:45:00') });
    await receive('token');
    expect(await questions()).toEqual([]);
    expect(await only()).toMatchObject({ challengeKms: 5, receivedFrom: ['token', 'Strava', 'Strava'] });
    await remove('token');
    expect(await kilometres()).toEqual([2.5, 2.5]);
  });

  it('is asked about a similar second session, and credited for it after answering no', async () => {
    await receive('Garmin');
    await typeIn({ amountType: 'km', kilometers: 5 });
    expect(await kilometres()).toEqual([0, 5]);
    await answerOnly(false);
    expect(await kilometres()).toEqual([5, 5]);
    await receive('Garmin', { externalId: 'evening', ...at('17:30:00') });
    expect(await kilometres()).toEqual([0, 5, 5]);
    await answerOnly(true);
    expect(await kilometres()).toEqual([5, 5]);
  });
});

const sources = ['Garmin', 'Strava', 'Polar', 'file', 'token'] as const;
const at = fc.record({ source: fc.constantFrom(...sources), workout: fc.nat(2) });
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ what: fc.constant('tell' as const), ...shape() }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('delete' as const), at }) },
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constantFrom('choose', 'separate', 'same', 'other', 'off', 'on', 'change', 'remove'),
      nth: fc.nat(20),
    }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('type' as const), workout: fc.nat(2) }) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

function shape() {
  return {
    at,
    /** How far off the clock is, in quarters of an hour. */
    zone: fc.constantFrom(0, 0, 0, 4, 8),
    late: fc.integer({ min: 0, max: 50 }),
    farther: fc.integer({ min: 0, max: 30 }),
  };
}

describe('random reports from sources and random choices by the owner', () => {
  it('leave each record in one activity, one counting record per activity, and correct sums', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        person = await app.participant();
        for (const one of steps) await take(one);
        await expectEachRecordOnce();
        await expectSumsToHold(app.database.db);
      }),
      { numRuns: 40 },
    );
    // All records were matched when they arrived, so matching them again changes nothing.
    const before = await everything();
    const people = await app.database.db.selectFrom('people').select('id').execute();
    const days = ['2026-11-10', '2026-11-11', '2026-11-12', '2026-11-13'];
    for (const { id } of people)
      await withPersonLock(app.database.db, id, (tx) => matchRecords(tx, id, { days }, app.clock.now));
    expect(await everything()).toEqual(before);
    await expectSumsToHold(app.database.db);
  });
});

/** Returns the activities, records and questions of all people. */
async function everything() {
  const { db } = app.database;
  return {
    activities: await db
      .selectFrom('activities')
      .select(['uuid', 'person_id', 'performed_on', 'counts', 'counted_metres', 'source'])
      .orderBy('uuid')
      .execute(),
    records: await db
      .selectFrom('source_records')
      .select(['uuid', 'activity_id', 'counting', 'chosen'])
      .orderBy('uuid')
      .execute(),
    questions: await db.selectFrom('record_pairs').select(['uuid', 'is_same']).orderBy('uuid').execute(),
  };
}

async function take(one: Step): Promise<void> {
  if (one.what === 'tell' && 'zone' in one) {
    const startedAt = Temporal.Instant.from('2026-11-10T05:30:00Z').add({
      hours: one.at.workout * 30,
      minutes: one.zone * 15,
      seconds: one.late,
    });
    const externalId = `n${one.at.workout}`;
    await receive(one.at.source, { externalId, startedAt, metres: 5000 + one.farther });
  } else if (one.what === 'delete' && 'at' in one) await remove(one.at.source, `n${one.at.workout}`);
  else if ('workout' in one) {
    const performedAt = ['2026-11-10', '2026-11-11', '2026-11-12'][one.workout];
    await typeIn({ performedAt, amountType: 'time', time: '00:30:00' });
  } else if ('nth' in one) await actAsOwner(one.what, one.nth);
}

/** Performs an action by the owner on the n-th activity or question. */
async function actAsOwner(what: string, nth: number): Promise<void> {
  const pick = <Value>(values: Value[]) => values[nth % values.length];
  const activity = pick(await listed());
  const params = { uuid: activity?.uuid as string };
  if (what === 'same' || what === 'other') {
    const question = pick(await questions());
    if (!question) return;
    const body = { isSame: what === 'same' };
    return person.call(workouts.answer, { params: { uuid: question.uuid }, body });
  }
  if (!activity) return;
  if ((what === 'off' || what === 'on') && !activity.waiting)
    return void (await person.call(workouts.setCounts, { params, body: { counts: what === 'on' } }));
  const entry = { performedAt: '2026-11-11', sport: running, amountType: 'time', time: '00:29:00' } as never;
  if (what === 'on' || what === 'off') return;
  if (what === 'change' || what === 'remove') {
    if ((activity.receivedFrom[0] ?? 'manual') !== 'manual') return;
    if (what === 'remove') return person.call(activities.remove, { params });
    return void (await person.call(activities.replace, { params, body: entry }));
  }
  const record = pick(await recordsOf(activity.uuid));
  if (!record) return;
  if (what === 'separate') return person.call(workouts.separate, { params: { uuid: record.uuid } });
  const chosen = await person.call(workouts.choose, { params, body: { record: record.uuid } });
  expect(chosen.receivedFrom[0]).toBe(record.source);
}

/**
 * Expects every record to belong to one activity, every activity with records to match its counting record, and all
 * other activities to be manual.
 */
async function expectEachRecordOnce(): Promise<void> {
  const { db } = app.database;
  const kept = await db
    .selectFrom('source_records')
    .selectAll()
    .where('person_id', '=', idOf(person))
    .execute();
  expect(kept.filter(({ activity_id }) => activity_id === null)).toEqual([]);
  const rows = await db.selectFrom('activities').selectAll().where('person_id', '=', idOf(person)).execute();
  for (const row of rows) {
    const group = kept.filter(({ activity_id }) => activity_id === row.id);
    const counting = group.filter((record) => record.counting);
    if (group.length === 0) expect(row.source).toBe('manual');
    else expect(counting).toMatchObject([{ source: row.source, performed_on: row.performed_on }]);
    if (group.some(({ chosen }) => chosen)) expect(counting).toMatchObject([{ chosen: true }]);
  }
}
