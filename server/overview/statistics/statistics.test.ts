import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as accounts from '../../../contract/accounts.ts';
import * as activities from '../../../contract/activities.ts';
import * as challenges from '../../../contract/challenges.ts';
import * as managedPeople from '../../../contract/managed/people.ts';
import { one } from '../../../contract/managed/statistics.ts';
import * as people from '../../../contract/people.ts';
import * as teams from '../../../contract/teams.ts';
import { addChallenge } from '../../testing/challenges.ts';
import { type Browser, running, swimming, type TestApp, testApp } from '../../testing/test-app.ts';

let app: TestApp;
let organiser: Browser;
let number = 0;
const read = (query: { challenge?: string } = {}) => organiser.call(one, { query });

beforeAll(async () => {
  app = await testApp();
  organiser = await app.organiser();
});
afterAll(() => app.close());

const cycling = '/platform/api/sports/3';
const run = (person: Browser, performedAt: string, sport: string, kilometers: number) =>
  person.call(activities.create, { body: { performedAt, sport, amountType: 'km', kilometers } });

describe('the statistics', () => {
  it('are empty on an empty platform', async () => {
    expect(await read()).toMatchObject({
      challenge: null,
      registered: null,
      participants: null,
      kilometers: null,
      weeks: [],
      sports: [],
    });
  });

  // claim: minimum-groups
  it('show only groups of five or more, and hide sums that would reveal smaller groups', async () => {
    const { db } = app.database;
    await db
      .insertInto('configs')
      .values(['teamsEnabled', 'allowTeamCreation'].map((key) => ({ key, value: 'true' })))
      .execute();
    await db
      .insertInto('sports')
      .values({ name: 'cycling', type: 'cycling', approved: true, km_per_hour: 20 })
      .execute();
    await addChallenge(db, 'november', '2026-11-02', '2026-11-30');
    const captain = await app.participant();
    const crowd: Browser[] = [captain];
    for (let count = 0; count < 15; count += 1) crowd.push(await app.participant());
    const { uuid } = await captain.call(teams.create, { body: { name: 'The large team' } });
    for (const member of crowd.slice(1, 7)) await member.call(teams.join, { params: { uuid } });
    // Ten people run, seven cycle and two swim. Team members only run.
    for (const person of crowd.slice(0, 10)) await run(person, '2026-11-10', running, 10);
    for (const person of crowd.slice(9, 16)) await run(person, '2026-11-12', cycling, 20);
    for (const person of crowd.slice(14, 16)) await run(person, '2026-11-13', swimming, 1);

    const figures = await read();
    expect(figures).toMatchObject({
      until: '2026-11-15',
      fewestPeople: 5,
      registered: 15,
      participants: 15,
      kilometers: 242,
    });
    // Too few people swim. Showing the sum of cycling would reveal the sum of swimming by subtraction.
    expect(figures.sports.map(({ label, kilometers }) => [label, kilometers])).toEqual([['running', 100]]);
    expect(figures.otherSports).toBe(142);
    expect(figures.teams.map(({ name, kilometers }) => [name, kilometers])).toEqual([['The large team', 70]]);
    expect(figures.otherTeams).toBe(172);
    expect(figures).toMatchObject({ departments: [], otherDepartments: null, locations: [] });
    // Seven people of the crowd work in Finance, and two in IT.
    for (const [department, from, until] of [['Finance', 2, 8] as const, ['IT', 9, 10] as const])
      await db
        .updateTable('people')
        .set({ department })
        .where(
          'email',
          'in',
          Array.from({ length: until - from + 1 }, (_, n) => `person-${from + n}@example.com`),
        )
        .execute();
    expect(await read()).toMatchObject({
      departments: [{ name: 'Finance', kilometers: 70 }],
      otherDepartments: 172,
      locations: [],
      otherLocations: null,
    });
    expect(figures.weeks).toEqual([
      { from: '2026-11-02', active: null, signUps: null },
      { from: '2026-11-09', active: 15, signUps: null },
    ]);
  });

  // claim: full-weeks
  it('include days up to the last full week, and all days once the challenge is over', async () => {
    const person = await app.participant();
    await run(person, '2026-11-20', running, 7);
    expect((await read()).kilometers).toBe(242);
    app.clock.now = Temporal.Instant.from('2026-11-23T08:00:00Z');
    expect(await read()).toMatchObject({ until: '2026-11-22', kilometers: 249 });
    app.clock.now = Temporal.Instant.from('2026-12-01T08:00:00Z');
    const [challenge] = (await organiser.call(challenges.list, { query: {} }))['hydra:member'];
    expect(await read({ challenge: challenge?.['@id'] ?? '' })).toMatchObject({ until: '2026-11-30' });
  });

  it('include the kilometres of deleted accounts without revealing whose they were', async () => {
    const before = await read();
    const gone = await app.participant();
    await run(gone, '2026-11-19', swimming, 3);
    const { id } = await gone.call(people.me, {});
    await gone.call(accounts.deleteAccount, { body: { profileId: id } });
    const after = await read();
    expect(after.kilometers).toBe((before.kilometers ?? 0) + 3);
    expect(after.sports).toEqual(before.sports);
  });

  it('ignore people without kilometres when determining the size of a group', async () => {
    const { db } = app.database;
    const archery = await db
      .insertInto('sports')
      .values({ name: 'archery', type: 'other', approved: true, km_per_hour: 5, km_factor: 0 })
      .returning('id')
      .executeTakeFirstOrThrow();
    await addChallenge(db, 'october', '2026-10-05', '2026-10-25');
    app.clock.now = Temporal.Instant.from('2026-10-20T08:00:00Z');
    const some = async (count: number, sport: string) => {
      for (let made = 0; made < count; made += 1) await run(await app.participant(), '2026-10-13', sport, 10);
    };
    await some(5, running);
    await some(1, swimming);
    await some(4, `/platform/api/sports/${archery.id}`);
    // Otherwise the sum of other sports would reveal the kilometres of the one person who swims.
    expect(await read()).toMatchObject({ participants: 10, kilometers: 60, sports: [], otherSports: 60 });
  });

  it('count only activated accounts', async () => {
    const { registered, weeks } = await read();
    const invite = async () => {
      const email = `invited-${number++}@example.com`;
      const body = { givenName: 'Ida', surname: 'Claes', email, language: 'en' as const };
      return organiser.call(managedPeople.create, { body });
    };
    for (let invited = 0; invited < 10; invited += 1) await invite();
    expect(await read()).toMatchObject({ registered, weeks });
    const { db } = app.database;
    await db
      .updateTable('people')
      .set({ activated_at: app.clock.now.toString() })
      .where('email', 'like', 'invited-%')
      .execute();
    expect((await read()).registered).toBe((registered ?? 0) + 10);
  });

  it('can add up all days since the first challenge', async () => {
    app.clock.now = Temporal.Instant.from('2026-12-01T08:00:00Z');
    const all = await read({ challenge: 'all' });
    expect(all).toMatchObject({ challenge: null, from: '2026-10-05', until: '2026-11-29' });
    const of = async (uri: string) => {
      const [found] = (await organiser.call(challenges.list, { query: { uri } }))['hydra:member'];
      return (await read({ challenge: found?.['@id'] ?? '' })).kilometers ?? 0;
    };
    expect(all.kilometers).toBe((await of('october')) + (await of('november')));
    expect(all.weeks).toHaveLength(8);
  });

  it('return 404 for an unknown challenge', async () => {
    const challenge = '/platform/api/challenges/00000000-0000-4000-8000-000000000000';
    expect((await organiser.refused(one, { query: { challenge } })).status).toBe(404);
  });
});
