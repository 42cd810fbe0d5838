import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as activities from '../../contract/activities.ts';
import * as shownChallenges from '../../contract/challenges.ts';
import { challenges } from '../../contract/managed/challenges.ts';
import * as tasks from '../../contract/managed/tasks.ts';
import { rebuildStandings } from '../rankings/rebuild.ts';
import { challengeEntry } from '../testing/managed-challenge.ts';
import { expectSumsToHold } from '../testing/sums.ts';
import { countChallenges } from '../testing/tasks.ts';
import { type Browser, idOf, running, type TestApp, testApp } from '../testing/test-app.ts';
import { countChallenge } from './challenge-count.ts';
import { freezeChallenge } from './freezing.ts';

let app: TestApp;
let organiser: Browser;
let anna: Browser & { iri: string };

beforeAll(async () => {
  app = await testApp();
  organiser = await app.organiser();
  anna = await app.participant('Anna');
  // For each day from 1 September to 31 October, insert 100 activities of one metre. Counting them takes several steps.
  await sql`
    insert into activities (person_id, sport_id, performed_on, amount_type, steps, counted_metres, created_at)
    select ${idOf(anna)}, 1, date '2026-09-01' + n / 100, 'steps', 1, 1, now() from generate_series(0, 6099) as n
  `.execute(app.database.db);
  await rebuildStandings(app.database.db, app.clock.now, { includingClosed: true });
});
afterAll(() => app.close());

const log = (performedAt: string) =>
  anna.call(activities.create, { body: { performedAt, sport: running, amountType: 'km', kilometers: 1 } });
const progress = async (uuid: string) =>
  (await anna.call(shownChallenges.progress, { params: { uuid } })).progress;
const step = (uuid: string) =>
  app.database.db
    .transaction()
    .execute((tx) => countChallenge.step(tx, { challenge: uuid }, {}, app.clock.now));
const read = (id: number) => organiser.call(challenges.one, { params: { id } });

it('fills the boards of a new challenge in a background task that reports its progress', async () => {
  const made = await organiser.call(challenges.create, {
    body: challengeEntry({ uri: 'autumn', startsOn: '2026-09-01', endsOn: '2026-11-30' }),
  });
  expect(made).toMatchObject({ isBeingCounted: true, activities: 0 });
  const [task] = (await organiser.call(tasks.list, { query: { 'order[id]': 'desc' } }))['hydra:member'];
  expect(task).toMatchObject({ kind: 'count-challenge', state: 'waiting', subject: 'November' });
  await countChallenges(app);
  const done = await organiser.call(tasks.one, { params: { id: task?.id ?? 0 } });
  expect(done).toMatchObject({ state: 'done', done: 6_100, total: 6_100 });
  expect(await read(made.id)).toMatchObject({ isBeingCounted: false, activities: 6_100 });
  expect(await progress(made.uuid)).toBe(6.1);
  await expectSumsToHold(app.database.db);
});

it('counts all concurrent changes when a challenge gets new dates, even if the process crashes during a step', async () => {
  const made = await organiser.call(challenges.create, {
    body: challengeEntry({ uri: 'moved', startsOn: '2026-11-01', endsOn: '2026-11-30' }),
  });
  await countChallenges(app);
  const { version } = await read(made.id);
  // The old and the new period have no day in common, so all old days are removed first.
  await organiser.call(challenges.replace, {
    params: { id: made.id },
    body: {
      ...challengeEntry({
        ...{ uri: 'moved', graceHours: 720, startsOn: '2026-09-01', endsOn: '2026-10-31' },
      }),
      version,
    },
  });
  const { db } = app.database;
  const days = ['2026-09-02', '2026-09-20', '2026-10-15', '2026-10-31', '2026-11-05'];
  let steps = 0;
  for (let isDone = false; !isDone; steps += 1) {
    const died = db.transaction().execute(async (tx) => {
      await countChallenge.step(tx, { challenge: made.uuid }, {}, app.clock.now);
      throw new Error('the process died');
    });
    await expect(died).rejects.toThrow('the process died');
    const [{ cursor }, ...logged] = await Promise.all([step(made.uuid), ...days.map(log)]);
    isDone = cursor === undefined;
    // Activities can also be removed on days that have not been counted yet.
    const [first, , , last] = logged;
    for (const one of [first, last])
      await anna.call(activities.remove, { params: { uuid: one?.uuid ?? '' } });
    await expectSumsToHold(db);
  }
  expect(steps).toBeGreaterThan(2);
  expect(await read(made.id)).toMatchObject({ isBeingCounted: false });
  // The two months start with 6.1 km, and each step adds one kilometre on 20 September and one on 15 October.
  expect(await progress(made.uuid)).toBeCloseTo(6.1 + 2 * steps);
  // The boards are complete, so the task has nothing left to do.
  await countChallenges(app);
  await expectSumsToHold(db);
});

it('does not freeze or remove a challenge before its boards have been filled', async () => {
  const made = await organiser.call(challenges.create, {
    body: challengeEntry({ uri: 'over', startsOn: '2026-09-01', endsOn: '2026-09-30', graceHours: 0 }),
  });
  const remove = await organiser.refused(challenges.remove, {
    params: { id: made.id },
    query: { version: made.version },
  });
  expect(remove.status).toBe(409);
  const freeze = () =>
    app.database.db
      .transaction()
      .execute((tx) =>
        freezeChallenge.step(tx, { challenge: made.uuid, by: null }, undefined, app.clock.now),
      );
  await expect(freeze()).rejects.toThrow('its boards are being recomputed');
  await countChallenges(app);
  await freeze();
  expect(await read(made.id)).toMatchObject({ state: 'frozen', activities: expect.any(Number) });
});
