import fc from 'fast-check';
import { sql } from 'kysely';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as activities from '../../../contract/activities.ts';
import { countedMetres, type SportRule } from '../../../contract/kilometres.ts';
import { rulesOf } from '../../sports/sport-rule.ts';
import { addChallenge } from '../../testing/challenges.ts';
import { expectSumsToHold } from '../../testing/sums.ts';
import { doTask, finishTask, requestTask } from '../../testing/tasks.ts';
import { type Browser, type TestApp, testApp } from '../../testing/test-app.ts';
import { receiveWorkouts } from '../source-records/receive-workouts.ts';
import { changeSportRule } from './sport-changes.ts';

let app: TestApp;
let people: (Browser & { iri: string })[];
let running: number;

beforeAll(async () => {
  app = await testApp();
  await addChallenge(app.database.db, 'november', '2026-11-01', '2026-11-30');
  people = [await app.participant('Ann'), await app.participant('Bo')];
  running = (
    await app.database.db
      .selectFrom('sports')
      .select('id')
      .where('name', '=', 'running')
      .executeTakeFirstOrThrow()
  ).id;
});
afterAll(() => app.close());

const plain: SportRule = { kmFactor: 1, kmPerHour: 10, metresPerStep: 0.7, dailyCapKm: null };
const change = (rule: Partial<SportRule>) =>
  doTask(app, (tx, ask, decision) => changeSportRule(tx, ask, running, { ...plain, ...rule }, decision));
const log = (person: Browser | undefined, performedAt: string, kilometers: number) =>
  (person as Browser).call(activities.create, {
    body: {
      performedAt,
      sport: `/platform/api/sports/${running}`,
      amountType: 'km',
      kilometers: String(kilometers),
    },
  });
const counted = async (performedOn: string) => {
  const rows = await app.database.db
    .selectFrom('activities')
    .select('counted_metres')
    .where('performed_on', '=', performedOn)
    .orderBy('id')
    .execute();
  return rows.map(({ counted_metres }) => counted_metres / 1000);
};

/** Expects the activities of each day to count by the current rule, up to the daily cap. */
async function expectRuleToHold(): Promise<void> {
  const { db } = app.database;
  const [rule] = await rulesOf(db, running);
  if (!rule) throw new Error('the sport has no rule');
  const rows = await db
    .selectFrom('activities')
    .selectAll()
    .where('sport_id', '=', running)
    .orderBy('id')
    .execute();
  const days = new Map<string, number>();
  for (const row of rows) {
    const day = `${row.person_id} ${row.performed_on}`;
    const before = days.get(day) ?? 0;
    const own = row.counts ? countedMetres(rule, { amountType: 'km', metres: row.metres ?? 0 }) : 0;
    const left = rule.dailyCapKm === null ? own : Math.max(0, rule.dailyCapKm * 1000 - before);
    expect([row.id, row.counted_metres]).toEqual([row.id, Math.min(own, left)]);
    days.set(day, before + row.counted_metres);
  }
}

describe('a sport’s rule', () => {
  it('gets a new version with each change, and keeps earlier versions', async () => {
    await change({ kmFactor: 2 });
    await change({ kmFactor: 1.5, dailyCapKm: 12.345 });
    const rules = await rulesOf(app.database.db, running);
    expect(rules.map(({ version, kmFactor, dailyCapKm }) => [version, kmFactor, dailyCapKm])).toEqual([
      [3, 1.5, 12.345],
      [2, 2, null],
      [1, 1, null],
    ]);
    expect(rules.at(-1)?.since).toBeNull();
    await change({});
  });

  it('applies to activities that were logged before it changed, on every board', async () => {
    const entry = await log(people[0], '2026-11-02', 10);
    await log(people[1], '2026-10-02', 4);
    expect(entry.challengeKms).toBe(10);
    await change({ kmFactor: 2.5 });
    expect([await counted('2026-11-02'), await counted('2026-10-02')]).toEqual([[25], [10]]);
    await expectSumsToHold(app.database.db);
    await change({});
    expect(await counted('2026-11-02')).toEqual([10]);
    await expectSumsToHold(app.database.db);
  });

  it('does not affect the boards of closed challenges when it changes', async () => {
    const { db } = app.database;
    const closed = await addChallenge(db, 'september', '2026-09-01', '2026-09-30');
    await log(people[0], '2026-09-10', 7);
    await db
      .updateTable('challenges')
      .set({ closes_at: '2026-10-03T22:00:00Z' })
      .where('id', '=', closed)
      .execute();
    const board = () =>
      db
        .selectFrom('standings')
        .selectAll()
        .where('board', '=', `challenge:${closed}`)
        .orderBy('sport')
        .execute();
    const before = await board();
    expect(before.length).toBeGreaterThan(0);
    await change({ kmFactor: 3 });
    expect(await counted('2026-09-10')).toEqual([21]);
    expect(await board()).toEqual(before);
    await change({});
    await db.deleteFrom('standings').where('board', '=', `challenge:${closed}`).execute();
    await db.deleteFrom('board_totals').where('board', '=', `challenge:${closed}`).execute();
    await db.deleteFrom('challenge_translations').where('challenge_id', '=', closed).execute();
    await db.deleteFrom('challenges').where('id', '=', closed).execute();
  });

  it('is applied only once to activities that are logged during a recount', async () => {
    const id = await requestTask(app, (tx, ask, decision) =>
      changeSportRule(tx, ask, running, { ...plain, kmFactor: 2, dailyCapKm: 9 }, decision),
    );
    const [entries] = await Promise.all([
      Promise.all(people.flatMap((person) => [2, 3, 4].map((km) => log(person, '2026-11-03', km)))),
      finishTask(app, id),
    ]);
    expect(entries).toHaveLength(6);
    await expectRuleToHold();
    await expectSumsToHold(app.database.db);
    await change({});
  });
});

describe('a daily cap', () => {
  it('leaves room for later entries if earlier entries of the day are reduced or removed', async () => {
    await change({ dailyCapKm: 10 });
    const first = await log(people[0], '2026-11-05', 6);
    const second = await log(people[0], '2026-11-05', 7);
    const third = await log(people[0], '2026-11-05', 1);
    expect([first, second, third].map(({ challengeKms }) => challengeKms)).toEqual([6, 4, 0]);
    await people[0]?.call(activities.replace, {
      params: { uuid: first.uuid },
      body: { performedAt: '2026-11-05', sport: first.sport['@id'], amountType: 'km', kilometers: '2.5' },
    });
    expect(await counted('2026-11-05')).toEqual([2.5, 7, 0.5]);
    await people[0]?.call(activities.remove, { params: { uuid: second.uuid } });
    expect(await counted('2026-11-05')).toEqual([2.5, 1]);
    const moved = await people[0]?.call(activities.replace, {
      params: { uuid: first.uuid },
      body: { performedAt: '2026-11-06', sport: first.sport['@id'], amountType: 'km', kilometers: '11' },
    });
    expect(moved?.challengeKms).toBe(10);
    expect(await counted('2026-11-05')).toEqual([1]);
    await expectSumsToHold(app.database.db);
    await change({});
    expect(await counted('2026-11-06')).toEqual([11]);
    await expectSumsToHold(app.database.db);
  });

  it('applies to workouts from services', async () => {
    await change({ dailyCapKm: 10 });
    const personId = Number(people[1]?.iri.split('/').at(-1));
    const workout = (externalId: string, hour: number, metres: number) => ({
      externalId,
      startedAt: Temporal.Instant.from('2026-11-07T05:00:00Z').add({ hours: hour }),
      utcOffsetMinutes: 60,
      elapsedSeconds: 3000,
      movingSeconds: null,
      metres,
      steps: null,
      sportType: 'Run',
      name: null,
      device: null,
      isManual: false,
      viewUrl: null,
      cameFrom: null,
    });
    const receive = (workouts: ReturnType<typeof workout>[]) =>
      receiveWorkouts(app.database.db, personId, 'Strava', workouts, app.clock.now);
    await receive([workout('1', 0, 8000), workout('2', 3, 8000)]);
    expect(await counted('2026-11-07')).toEqual([8, 2]);
    await receive([workout('1', 0, 3000)]);
    expect(await counted('2026-11-07')).toEqual([3, 7]);
    await change({});
    expect(await counted('2026-11-07')).toEqual([3, 8]);
    await expectSumsToHold(app.database.db);
  });

  it('is never exceeded after sequential or concurrent changes, even if the rule changes too', async () => {
    const step = fc.record({
      who: fc.nat(1),
      what: fc.constantFrom('create', 'create', 'create', 'replace', 'remove', 'rule'),
      which: fc.nat(100),
      day: fc.constantFrom('2026-11-10', '2026-11-11', '2026-08-11'),
      kilometers: fc.integer({ min: 1, max: 2000 }).map((n) => n / 100),
      rule: fc.record({
        kmFactor: fc.constantFrom(1, 0.333, 2),
        dailyCapKm: fc.constantFrom(null, 5, 12.5),
      }),
    });
    type StepInput = typeof step extends fc.Arbitrary<infer One> ? One : never;
    const perform = async ({ who, what, which, day, kilometers, rule }: StepInput) => {
      if (what === 'rule') return change(rule).then(() => 200);
      const person = people[who] as Browser & { iri: string };
      const body = {
        performedAt: day,
        sport: `/platform/api/sports/${running}`,
        amountType: 'km',
        kilometers,
      };
      const own = await person.call(activities.list, { query: { person: person.iri, itemsPerPage: '50' } });
      const typed = own['hydra:member'].filter(({ receivedFrom }) => !receivedFrom.includes('Strava'));
      const chosen = typed[which % Math.max(1, typed.length)];
      const method = what === 'remove' ? 'DELETE' : what === 'replace' ? 'PUT' : 'POST';
      if (what === 'create' || !chosen)
        return (await person.send({ method: 'POST', url: activities.create.path, payload: body })).statusCode;
      const payload = method === 'PUT' ? { payload: body } : {};
      return (await person.send({ method, url: chosen['@id'], ...payload })).statusCode;
    };
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 2, maxLength: 10 }),
        fc.boolean(),
        async (steps, atOnce) => {
          if (atOnce)
            for (const status of await Promise.all(steps.map(perform))) expect(status).toBeLessThan(500);
          else for (const one of steps) expect(await perform(one)).toBeLessThan(500);
          await expectRuleToHold();
          await expectSumsToHold(app.database.db);
        },
      ),
      { numRuns: 30 },
    );
    await change({});
  });
});

it('finishes an interrupted recount, applies the daily caps, and leaves other sports unchanged', async () => {
  const { db } = app.database;
  const id = await requestTask(app, (tx, ask, decision) =>
    changeSportRule(tx, ask, running, { ...plain, kmFactor: 4 }, decision),
  );
  const other = await sql<{ metres: number }>`
    select coalesce(sum(counted_metres), 0)::int as metres from activities where sport_id <> ${running}`.execute(
    db,
  );
  await finishTask(app, id);
  await finishTask(app, id);
  const task = await db.selectFrom('tasks').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  expect(task.state).toBe('done');
  expect(task.done).toBe(task.total);
  await expectRuleToHold();
  const after = await sql<{ metres: number }>`
    select coalesce(sum(counted_metres), 0)::int as metres from activities where sport_id <> ${running}`.execute(
    db,
  );
  expect(after.rows).toEqual(other.rows);
});
