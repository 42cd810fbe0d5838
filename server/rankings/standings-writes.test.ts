import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as activities from '../../contract/activities.ts';
import * as rankings from '../../contract/rankings.ts';
import * as teamCalls from '../../contract/teams.ts';
import { addChallenge } from '../testing/challenges.ts';
import { expectSumsToHold } from '../testing/sums.ts';
import { type Browser, type TestApp, testApp } from '../testing/test-app.ts';
import { rebuildStandings } from './rebuild.ts';

let app: TestApp;
let people: Browser[];
let teams: string[];

beforeAll(async () => {
  app = await testApp();
  const { db } = app.database;
  await addChallenge(db, 'autumn', '2026-09-01', '2026-11-30');
  await addChallenge(db, 'november', '2026-11-01', '2026-11-30');
  await db
    .insertInto('sports')
    .values([
      { name: 'cycling', type: 'cycling', approved: true, km_per_hour: 20, km_factor: 0.333 },
      { name: 'walking', type: 'walking', approved: true, km_per_hour: 5 },
    ])
    .execute();
  people = [await app.participant(), await app.participant(), await app.participant()];
  await db
    .insertInto('configs')
    .values(['teamsEnabled', 'allowTeamCreation'].map((key) => ({ key, value: 'true' })))
    .execute();
  const captains = [await app.participant(), await app.participant()];
  teams = await Promise.all(
    captains.map(async (captain, index) => {
      return (await captain.call(teamCalls.create, { body: { name: `Team ${index}` } })).uuid;
    }),
  );
});
afterAll(() => app.close());

const day = fc.integer({ min: 0, max: 400 }).map((back) => {
  const date = new Date(Date.UTC(2026, 10, 21) - back * 86_400_000);
  return date.toISOString().slice(0, 10);
});
const sport = fc.integer({ min: 1, max: 4 }).map((id) => `/platform/api/sports/${id}`);
const amount = fc.oneof(
  fc.record({ amountType: fc.constant('steps'), steps: fc.integer({ min: 1, max: 200_000 }) }),
  fc.record({
    amountType: fc.constant('km'),
    kilometers: fc.integer({ min: 1, max: 99_999 }).map((n) => n / 100),
  }),
  fc.record({
    amountType: fc.constant('time'),
    time: fc.integer({ min: 1, max: 30_000 }).map((s) => new Date(s * 1000).toISOString().slice(11, 19)),
  }),
);
const entry = fc
  .tuple(day, sport, amount)
  .map(([performedAt, chosen, given]) => ({ performedAt, sport: chosen, ...given }));
const step = fc.record({
  who: fc.nat(2),
  what: fc.constantFrom('create', 'create', 'replace', 'remove', 'join', 'leave', 'sleep'),
  which: fc.nat(1000),
  entry,
});

/** Performs a step. The API may reject it, for example because the day is full or the person already has a team. */
async function take({
  who,
  what,
  which,
  entry: body,
}: Awaited<typeof step extends fc.Arbitrary<infer T> ? T : never>) {
  const person = people[who] as Browser;
  if (what === 'join' || what === 'leave') {
    const { path } = what === 'join' ? teamCalls.join : teamCalls.leave;
    return person.send({ method: 'POST', url: path.replace(':uuid', teams[which % 2] as string) });
  }
  // Move on to the next day, because people can change teams only once a day: each day counts for one team.
  if (what === 'sleep') app.clock.now = app.clock.now.add({ hours: 24 });
  const own = await person.call(activities.list, {
    query: { person: `/platform/api/person_infos/${who + 1}`, itemsPerPage: 50 },
  });
  const chosen = own['hydra:member'][which % Math.max(1, own['hydra:member'].length)];
  if (what === 'create' || !chosen)
    return person.send({ method: 'POST', url: activities.create.path, payload: body });
  if (what === 'remove') return person.send({ method: 'DELETE', url: chosen['@id'] });
  return person.send({ method: 'PUT', url: chosen['@id'], payload: body });
}

describe('the standings', () => {
  it('equal the sums of the activities after any changes, whether made one by one or concurrently', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 12 }),
        fc.boolean(),
        async (steps, atOnce) => {
          if (atOnce)
            for (const { statusCode } of await Promise.all(steps.map(take)))
              expect(statusCode).toBeLessThan(500);
          else for (const one of steps) expect((await take(one)).statusCode).toBeLessThan(500);
          await expectSumsToHold(app.database.db);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('are the same after a rebuild', async () => {
    const { db } = app.database;
    const read = () =>
      db
        .selectFrom('standings')
        .selectAll()
        .where('activities', '>', 0)
        .orderBy('board')
        .orderBy('sport')
        .orderBy('person_id')
        .execute();
    const before = await read();
    expect(before.length).toBeGreaterThan(0);
    await db.updateTable('standings').set({ metres: 1 }).execute();
    await rebuildStandings(db, app.clock.now, { includingClosed: false });
    expect(await read()).toEqual(before);
    await expectSumsToHold(db);
  });

  it('of a closed challenge do not change, while all other boards do', async () => {
    const { db } = app.database;
    const closed = await addChallenge(db, 'spring', '2025-03-01', '2025-04-30', {
      closesAt: '2025-05-03T00:00:00Z',
    });
    const challenge = (
      await db.selectFrom('challenges').select('uuid').where('id', '=', closed).executeTakeFirstOrThrow()
    ).uuid;
    const person = await app.participant('Late');
    await person.call(activities.create, {
      body: { performedAt: '2025-04-01', sport: '/platform/api/sports/1', amountType: 'km', kilometers: 5 },
    });
    const board = (query: object) =>
      person.call(rankings.list, { query: { person: person.iri, ...query } as never });
    const frozen = await board({
      periodType: 'challenge',
      challenge: `/platform/api/challenges/${challenge}`,
    });
    expect(frozen['hydra:member']).toEqual([]);
    expect((await board({ periodType: 'all' }))['hydra:member']).toMatchObject([{ kilometers: 5 }]);
    await rebuildStandings(db, app.clock.now, { includingClosed: false });
    const after = await board({
      periodType: 'challenge',
      challenge: `/platform/api/challenges/${challenge}`,
    });
    expect(after['hydra:member']).toEqual([]);
  });
});
