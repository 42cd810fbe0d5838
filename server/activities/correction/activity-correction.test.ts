import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as activities from '../../../contract/activities.ts';
import * as decisions from '../../../contract/decisions.ts';
import * as managed from '../../../contract/managed/activities.ts';
import * as changes from '../../../contract/managed/changes.ts';
import * as rankings from '../../../contract/rankings.ts';
import * as workouts from '../../../contract/workouts.ts';
import { addChallenge } from '../../testing/challenges.ts';
import { entryOf, logKilometers, moderationCalls } from '../../testing/moderation.ts';
import { receivedRun } from '../../testing/received-run.ts';
import { expectSumsToHold } from '../../testing/sums.ts';
import { type Browser, idOf, running, swimming, type TestApp, testApp } from '../../testing/test-app.ts';
import { receiveWorkouts } from '../source-records/receive-workouts.ts';

let app: TestApp;
let organiser: Browser;
let person: Browser & { iri: string };

beforeAll(async () => {
  app = await testApp();
  organiser = await app.organiser();
  await addChallenge(app.database.db, 'november', '2026-11-01', '2026-11-30');
});
beforeEach(async () => {
  person = await app.participant('Ada');
});
afterAll(() => app.close());

const { activity, correct } = moderationCalls(() => organiser);
const remove = (one: managed.ManagedActivity, changes: object = {}) =>
  organiser.call(managed.remove, {
    params: { id: one.id },
    body: { reason: 'A test', version: one.version, ...changes },
  });
const refusedCorrection = (one: managed.ManagedActivity, changes: object) =>
  organiser.refused(managed.replace, {
    params: { id: one.id },
    body: { ...entryOf(one), reason: 'So', ...changes },
  });
const own = async () =>
  (await person.call(activities.list, { query: { person: person.iri } }))['hydra:member'];
const ownDecisions = async () => (await person.call(decisions.list, {}))['hydra:member'];
const onBoard = async () => {
  const board = await person.call(rankings.list, { query: { periodType: 'all', limit: 2000 } });
  return board['hydra:member'].find(({ performer }) => performer.id === idOf(person))?.kilometers;
};

describe('a correction', () => {
  // claim: corrections-explained
  it('updates the boards, records the old values, and notifies the person with the reason', async () => {
    const { uuid } = await logKilometers(person, 120);
    const corrected = await correct(await activity(uuid), { kilometers: 12, performedAt: '2026-11-19' });
    expect(corrected).toMatchObject({ kilometers: 12, challengeKms: 12, correction: 'A zero too many' });
    expect(await onBoard()).toBe(12);
    await expectSumsToHold(app.database.db);
    expect(await own()).toMatchObject([
      { uuid, kilometers: 12, performedAt: '2026-11-19', correction: 'A zero too many' },
    ]);
    expect(await ownDecisions()).toMatchObject([
      {
        comment: null,
        isOpen: false,
        decisions: [
          {
            decision: 'correct',
            reason: 'A zero too many',
            before: { kilometers: 120, performedAt: '2026-11-20' },
            after: { kilometers: 12, performedAt: '2026-11-19' },
          },
        ],
      },
    ]);
    const { 'hydra:member': lines } = await organiser.call(changes.list, {
      query: { resource: 'activities', resourceId: String(corrected.id) },
    });
    expect(lines).toMatchObject([
      {
        action: 'correct',
        reason: 'A zero too many',
        before: { kilometers: 120 },
        after: { kilometers: 12 },
      },
    ]);
  });

  it('notifies only the owner of the activity, who cannot undo the correction', async () => {
    const { uuid } = await logKilometers(person, 120);
    await correct(await activity(uuid), { kilometers: 12 });
    const other = await app.participant();
    expect((await other.call(activities.one, { params: { uuid } })).correction).toBeNull();
    expect((await other.call(decisions.list, {}))['hydra:member']).toEqual([]);
    const body = { performedAt: '2026-11-20', sport: running, amountType: 'km', kilometers: 120 };
    expect(await person.refused(activities.replace, { params: { uuid }, body })).toMatchObject({
      status: 403,
    });
    const counts = await person.refused(workouts.setCounts, { params: { uuid }, body: { counts: true } });
    expect(counts.detail).toContain('Decisions about me');
    expect(await onBoard()).toBe(12);
  });

  it('can exclude an activity from the score and include it again later', async () => {
    const { uuid } = await logKilometers(person, 7);
    const off = await correct(await activity(uuid), { counts: false });
    expect(off).toMatchObject({ counts: false, kilometers: 7, challengeKms: 0 });
    expect(await onBoard()).toBeUndefined();
    await correct(off, { counts: true });
    expect(await onBoard()).toBe(7);
    expect((await ownDecisions())[0]?.decisions.map(({ decision }) => decision)).toEqual([
      'correct',
      'discount',
    ]);
    await expectSumsToHold(app.database.db);
  });

  it('must pass the same validation as a new entry', async () => {
    const { uuid } = await logKilometers(person, 7);
    const one = await activity(uuid);
    for (const [wrong, field] of [
      [{ reason: ' ' }, 'reason'],
      [{ reason: 'x'.repeat(501) }, 'reason'],
      [{ counts: undefined }, 'counts'],
      [{ kilometers: 1000 }, 'kilometers'],
      [{ performedAt: '2026-11-22' }, 'performedAt'],
      [{ sport: '/platform/api/sports/999999' }, 'sport'],
    ] as const)
      expect(await refusedCorrection(one, wrong)).toMatchObject({
        status: 422,
        violations: [{ propertyPath: field }],
      });
    const time = { sport: swimming, amountType: 'time', time: '20:00:00' } as const;
    await person.call(activities.create, { body: { performedAt: '2026-11-20', ...time } });
    expect(await refusedCorrection(one, { ...time, time: '04:00:01' })).toMatchObject({
      violations: [
        { propertyPath: 'time', message: 'A day has 24 hours, and this day has only 04:00:00 left.' },
      ],
    });
    expect(await correct(one, { ...time, time: '04:00:00' })).toMatchObject({ challengeKms: 28 });
    expect(await ownDecisions()).toHaveLength(1);
  });

  it('is rejected with 409 if another organiser corrected the activity first', async () => {
    const { uuid } = await logKilometers(person, 7);
    const one = await activity(uuid);
    const answers = await Promise.all(
      [1, 2].map((kilometers) =>
        organiser.send({
          method: 'PUT',
          url: `/platform/api/management/activities/${one.id}`,
          payload: { ...entryOf(one), kilometers, reason: 'So' },
        }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect((await ownDecisions())[0]?.decisions).toHaveLength(1);
    await expectSumsToHold(app.database.db);
  });

  it('frees part of the daily cap for later entries of the same day', async () => {
    const cap = (metres: number | null) =>
      app.database.db
        .updateTable('sports')
        .set({ daily_cap_metres: metres })
        .where('name', '=', 'swimming')
        .execute();
    await cap(10_000);
    const { uuid } = await logKilometers(person, 8, '2026-11-20', swimming);
    await logKilometers(person, 8, '2026-11-20', swimming);
    expect(await onBoard()).toBe(10);
    const corrected = await correct(await activity(uuid), { kilometers: 1 });
    expect(await onBoard()).toBe(9);
    const { version } = await activity(uuid);
    await remove({ ...corrected, version });
    expect(await onBoard()).toBe(8);
    await expectSumsToHold(app.database.db);
    await cap(null);
  });

  it('leaves the results of a closed challenge unchanged', async () => {
    const closed = await addChallenge(app.database.db, `closed-${idOf(person)}`, '2026-11-01', '2026-11-30');
    const { uuid } = await logKilometers(person, 9);
    await app.database.db
      .updateTable('challenges')
      .set({ closes_at: '2026-11-20T00:00:00Z' })
      .where('id', '=', closed)
      .execute();
    await correct(await activity(uuid), { kilometers: 4 });
    const { metres } = await app.database.db
      .selectFrom('standings')
      .select('metres')
      .where('board', '=', `challenge:${closed}`)
      .where('sport', '=', 'all')
      .where('person_id', '=', idOf(person))
      .executeTakeFirstOrThrow();
    expect(metres).toBe(9000);
    expect(await onBoard()).toBe(4);
    await app.database.db.deleteFrom('standings').where('board', '=', `challenge:${closed}`).execute();
    await app.database.db.deleteFrom('board_totals').where('board', '=', `challenge:${closed}`).execute();
    await app.database.db.deleteFrom('challenges').where('id', '=', closed).execute();
  });
});

describe('a correction of a received activity', () => {
  const receive = (metres = 5000) =>
    receiveWorkouts(app.database.db, idOf(person), 'Garmin', [receivedRun({ metres })], app.clock.now);

  it('can change only whether the activity counts, and later updates from the source do not undo it', async () => {
    await receive();
    const [{ uuid } = { uuid: '' }] = await own();
    const one = await activity(uuid);
    expect(await refusedCorrection(one, { kilometers: 4 })).toMatchObject({
      violations: [{ propertyPath: 'kilometers', code: 'activity.received' }],
    });
    expect(
      (
        await organiser.refused(managed.remove, {
          params: { id: one.id },
          body: { reason: 'So', version: one.version },
        })
      ).status,
    ).toBe(403);
    await correct(one, { counts: false });
    await receive(6000);
    expect(await own()).toMatchObject([{ uuid, kilometers: 6, counts: false, challengeKms: 0 }]);
    const back = { params: { uuid }, body: { counts: true } };
    expect((await person.refused(workouts.setCounts, back)).status).toBe(403);
    await logKilometers(person, 6);
    await expectSumsToHold(app.database.db);
  });
});

describe('a removal by an organiser', () => {
  it('takes the activity off every board, and shows its owner what was removed and why', async () => {
    const { uuid } = await logKilometers(person, 30);
    const one = await activity(uuid);
    await remove(one);
    expect(await own()).toEqual([]);
    expect(await onBoard()).toBeUndefined();
    expect(await ownDecisions()).toMatchObject([
      { decisions: [{ decision: 'remove', reason: 'A test', before: { kilometers: 30 }, after: null }] },
    ]);
    await expectSumsToHold(app.database.db);
    const { 'hydra:member': lines } = await organiser.call(changes.list, {
      query: { resource: 'activities', resourceId: String(one.id) },
    });
    expect(lines).toMatchObject([
      { action: 'remove', reason: 'A test', before: { kilometers: 30 }, after: null },
    ]);
  });

  it('is rejected with 409 if the activity has changed since the organiser loaded it', async () => {
    const { uuid } = await logKilometers(person, 30);
    const one = await activity(uuid);
    await correct(one, { kilometers: 3 });
    const body = { reason: 'So', version: one.version };
    expect((await organiser.refused(managed.remove, { params: { id: one.id }, body })).status).toBe(409);
    expect(await own()).toHaveLength(1);
  });
});

it('organisers can filter activities by person, day, amount type, source and text, and can sort them', async () => {
  const name = `Zoë${idOf(person)}`;
  await app.database.db
    .updateTable('people')
    .set({ given_name: name })
    .where('id', '=', idOf(person))
    .execute();
  for (const day of [1, 3, 2]) await logKilometers(person, day, `2026-11-0${day}`);
  const steps = { performedAt: '2026-11-04', sport: swimming, amountType: 'steps', steps: 10 } as const;
  await person.call(activities.create, { body: steps });
  const days = async (query: object) =>
    (
      await organiser.call(managed.list, {
        query: { personId: idOf(person), 'order[performedAt]': 'asc', ...query } as never,
      })
    )['hydra:member'].map(({ performedAt }) => Number(performedAt.slice(-2)));
  expect(await days({})).toEqual([1, 2, 3, 4]);
  expect(await days({ from: '2026-11-02', to: '2026-11-03' })).toEqual([2, 3]);
  expect(await days({ amountType: 'steps' })).toEqual([4]);
  expect(await days({ sport: running, 'order[performedAt]': 'desc' })).toEqual([3, 2, 1]);
  expect(await days({ source: 'Garmin' })).toEqual([]);
  expect(await days({ itemsPerPage: 3, q: `${name} run` })).toEqual([1, 2, 3]);
});
