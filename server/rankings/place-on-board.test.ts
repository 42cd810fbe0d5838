import { sql } from 'kysely';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import * as accounts from '../../contract/accounts.ts';
import * as activities from '../../contract/activities.ts';
import { CommitQueries } from '../db/commits.ts';
import { running, type TestApp, testApp } from '../testing/test-app.ts';
import { Ranks, removeOldStandingChanges } from './place-on-board.ts';
import { rebuildStandings } from './rebuild.ts';

type Person = Awaited<ReturnType<TestApp['participant']>>;

let app: TestApp;
let people: Person[];
let ranks: Ranks;

beforeAll(async () => {
  app = await testApp();
  people = await Promise.all(['Anna', 'Bertus', 'Chloé', 'Dirk', 'Els'].map((name) => app.participant(name)));
});
afterAll(() => app.close());
beforeEach(async () => {
  // Nothing is in memory yet, as in a process that has just started.
  ranks = new Ranks(app.database.db, new CommitQueries(app.database.pool).noticing({ validFor: 0 }));
});

const log = (person: Person, kilometers: number) =>
  person.call(activities.create, {
    body: { performedAt: '2026-11-20', sport: running, amountType: 'km', kilometers },
  });

/**
 * Expects the ranks and metres from memory to equal those that the database computes, for everybody on two boards.
 */
async function expectExact(): Promise<void> {
  for (const sport of ['all', 'running']) {
    const { rows } = await sql<{ person_id: number; metres: number; hundredths: number; rank: number }>`
      select person_id, metres, hundredths, rank() over (order by hundredths desc) as rank
      from standings where board = 'all' and sport = ${sport} and hundredths > 0`.execute(app.database.db);
    expect((await ranks.on('all', sport)).people).toBe(rows.length);
    for (const { person_id, metres, hundredths, rank } of rows) {
      expect((await ranks.on('all', sport)).of(hundredths)).toBe(rank);
      expect((await ranks.on('all', sport)).ofPerson(person_id)).toEqual({ metres, rank });
      const next = rows.filter((row) => row.hundredths > hundredths);
      const best = next.filter((row) => row.hundredths === Math.min(...next.map((one) => one.hundredths)));
      const { rank: better, people } = (await ranks.on('all', sport)).aheadOf(person_id);
      expect(new Map(people.map((one) => [one.id, [one.metres, better]]))).toEqual(
        new Map(best.map((row) => [row.person_id, [row.metres, row.rank]])),
      );
    }
  }
}

it('computes exact ranks while several people log and delete activities', async () => {
  await expectExact();
  for (let round = 1; round <= 3; round += 1) {
    const logged = await Promise.all(
      people.flatMap((person, index) => [
        log(person, 1 + ((index * round) % 4)),
        log(person, round),
        ranks.on('all', 'all').then(() => undefined),
      ]),
    );
    await expectExact();
    await Promise.all(
      people.map((person, index) => {
        const { uuid = '' } = logged[3 * index] ?? {};
        return index % 2 ? person.call(activities.remove, { params: { uuid } }) : log(person, 10 - index);
      }),
    );
    await expectExact();
  }
});

it('computes exact ranks however often they are read while people log activities', async () => {
  for (let n = 0; n < 120; n += 1) {
    await log(people[n % people.length] as Person, 1);
    await expectExact();
  }
});

it('reads a board at most twice for everybody who asks while it is being read', async () => {
  let states = 0;
  const everChanging = {
    state: async () => {
      states += 1;
      return String(states);
    },
  };
  let reads = 0;
  let gate = Promise.withResolvers<void>();
  const slowDb = app.database.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      reads += 1;
      await gate.promise;
      return result;
    },
  });
  ranks = new Ranks(slowDb, everChanging as never);
  const everybody = async () => {
    const asked = Array.from({ length: 20 }, () => ranks.on('all', 'all'));
    await expect.poll(() => reads).toBeGreaterThan(0);
    asked.push(...Array.from({ length: 20 }, () => ranks.on('all', 'all')));
    gate.resolve();
    await Promise.all(asked);
    return reads;
  };
  expect(await everybody()).toBeLessThanOrEqual(2);
  [reads, gate] = [0, Promise.withResolvers<void>()];
  expect(await everybody()).toBeLessThanOrEqual(2);
});

it('takes account of rebuilt boards and deleted accounts', async () => {
  await expectExact();
  await app.database.db.updateTable('standings').set({ metres: 1_000_000 }).execute();
  await rebuildStandings(app.database.db, Temporal.Now.instant(), { includingClosed: true });
  await expectExact();
  const leaver = await app.participant('Fien');
  await log(leaver, 40);
  await expectExact();
  await leaver.call(accounts.deleteAccount, { body: { profileId: leaver.iri } });
  await expectExact();
});

it('reads whole boards again if changes were removed before they were read', async () => {
  const { db } = app.database;
  await expectExact();
  await log(people[0] as Person, 7);
  await log(people[1] as Person, 8);
  await db.updateTable('standing_changes').set({ changed_at: sql`now() - interval '2 hours'` }).execute();
  await removeOldStandingChanges(db);
  expect(await db.selectFrom('standing_changes').selectAll().execute()).toHaveLength(1);
  await expectExact();
});
