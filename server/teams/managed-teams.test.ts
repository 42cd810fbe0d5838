import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as activities from '../../contract/activities.ts';
import { deactivate } from '../../contract/managed/people.ts';
import * as managed from '../../contract/managed/teams.ts';
import * as teams from '../../contract/teams.ts';
import { addChallenge } from '../testing/challenges.ts';
import { type Browser, idOf, running, type TestApp, testApp } from '../testing/test-app.ts';

type Person = Browser & { iri: string };

let app: TestApp;
let organiser: Browser;

beforeAll(async () => {
  app = await testApp();
  organiser = await app.organiser();
  for (const key of ['teamsEnabled', 'allowTeamCreation'])
    await app.database.db.insertInto('configs').values({ key, value: 'true' }).execute();
  await addChallenge(app.database.db, 'on-now', '2026-11-01', '2026-11-30');
});
afterAll(() => app.close());

const found = async (uuid: string) => {
  const { 'hydra:member': all } = await organiser.call(managed.list, { query: { itemsPerPage: 100 } });
  const team = all.find((one) => one.uuid === uuid);
  if (!team) throw new Error('no such team');
  return team;
};
const teamOf = async (captain: Browser, name: string) =>
  found((await captain.call(teams.create, { body: { name } })).uuid);
/** Logs 10,000 steps, which count as 7 km. */
const walk = (person: Browser, performedAt: string) =>
  person.call(activities.create, {
    body: { performedAt, sport: running, amountType: 'steps', steps: 10_000 },
  });
const kilometers = async ({ uuid }: { uuid: string }) => (await found(uuid)).kilometers;
const join = (person: Browser, { uuid }: { uuid: string }) => person.call(teams.join, { params: { uuid } });
const move = (person: Person, body: { teamId: number | null; from: string; reason?: string }) => ({
  params: { id: idOf(person) },
  body,
});

describe('a team managed by an organiser', () => {
  it('can be renamed and handed over, and both changes are in the change log', async () => {
    const [captain, member] = [await app.participant('Cap'), await app.participant('Mem')];
    const team = await teamOf(captain, 'The walkers');
    await join(member, team);
    const params = { id: team.id };
    const { version } = await found(team.uuid);
    const renamed = await organiser.call(managed.replace, { params, body: { name: 'The runners', version } });
    expect(renamed).toMatchObject({ name: 'The runners', members: 2, captain: 'Cap Dubois' });
    const over = { params, body: { personId: idOf(member), reason: 'On leave' } };
    expect(await organiser.call(managed.handOver, over)).toMatchObject({ captain: 'Mem Dubois' });
    const stranger = { params, body: { personId: 999_999 } };
    expect((await organiser.refused(managed.handOver, stranger)).violations?.[0]?.code).toBe(
      'team.memberUnknown',
    );
    const lines = await app.database.db
      .selectFrom('change_log')
      .select(['action', 'reason'])
      .where('resource', '=', 'teams')
      .where('resource_id', '=', String(team.id))
      .orderBy('id')
      .execute();
    expect(lines).toEqual([
      { action: 'replace', reason: null },
      { action: 'hand over', reason: 'On leave' },
    ]);
  });

  it('cannot be given the name of another team, ignoring case', async () => {
    const [one, other] = [await app.participant(), await app.participant()];
    await teamOf(one, 'Taken name');
    const { id, version } = await teamOf(other, 'Another name');
    const problem = await organiser.refused(managed.replace, {
      params: { id },
      body: { name: 'TAKEN NAME', version },
    });
    expect(problem.violations).toMatchObject([{ propertyPath: 'name', code: 'teamName.taken' }]);
  });
});

describe('a member whom an organiser moves', () => {
  it('leaves earlier kilometres with the old team and takes later kilometres to the new team', async () => {
    const [one, other, walker] = [await app.participant(), await app.participant(), await app.participant()];
    const [from, to] = [await teamOf(one, 'From here'), await teamOf(other, 'To there')];
    await join(walker, from);
    for (const day of ['2026-11-09', '2026-11-10', '2026-11-20']) await walk(walker, day);
    expect([await kilometers(from), await kilometers(to)]).toEqual([21, 0]);
    await organiser.call(
      managed.move,
      move(walker, { teamId: to.id, from: '2026-11-10', reason: 'Wrong team' }),
    );
    expect([await kilometers(from), await kilometers(to)]).toEqual([7, 14]);
    await walk(walker, '2026-11-21');
    await walk(walker, '2026-11-08');
    expect([await kilometers(from), await kilometers(to)]).toEqual([14, 21]);
    // From today on, the walker is in no team.
    await organiser.call(managed.move, move(walker, { teamId: null, from: '2026-11-21' }));
    expect([await kilometers(from), await kilometers(to)]).toEqual([14, 14]);
  });

  it('is replaced as captain of the old team, and becomes captain of the new team if it has no members', async () => {
    const [one, other] = [await app.participant('First'), await app.participant('Second')];
    const team = await teamOf(one, 'Two of us');
    await join(other, team);
    const empty = await teamOf(await app.participant(), 'Soon empty');
    await organiser.call(managed.move, {
      params: { id: empty.captainId ?? 0 },
      body: { teamId: null, from: '2026-11-01' },
    });
    expect(await found(empty.uuid)).toMatchObject({ members: 0, captain: null });
    await organiser.call(managed.move, move(one, { teamId: empty.id, from: '2026-11-21' }));
    expect(await found(team.uuid)).toMatchObject({ members: 1, captain: 'Second Dubois' });
    expect(await found(empty.uuid)).toMatchObject({ members: 1, captain: 'First Dubois' });
  });

  it('cannot be moved to their current team, to an unknown team, from a future day, or from a day of an earlier membership', async () => {
    const walker = await app.participant();
    const [one, other] = [
      await teamOf(walker, 'Stay here'),
      await teamOf(await app.participant(), 'Or there'),
    ];
    const refused = async (body: { teamId: number | null; from: string }) =>
      (await organiser.refused(managed.move, move(walker, body))).violations?.[0]?.code;
    expect(await refused({ teamId: one.id, from: '2026-11-10' })).toBe('team.sameTeam');
    expect(await refused({ teamId: 999_999, from: '2026-11-10' })).toBe('team.unknown');
    expect(await refused({ teamId: other.id, from: '2026-11-25' })).toBe('date.inFuture');
    await organiser.call(managed.move, move(walker, { teamId: other.id, from: '2026-11-15' }));
    expect(await refused({ teamId: one.id, from: '2026-11-10' })).toBe('team.daysTaken');
  });
});

describe('while teams are locked', () => {
  it('organisers, but not participants, can change and create teams', async () => {
    const [captain, member, outsider] = [
      await app.participant(),
      await app.participant(),
      await app.participant(),
    ];
    const team = await teamOf(captain, 'Locked in');
    await join(member, team);
    const set = (body: { from: string | null; until: string | null }) =>
      organiser.call(managed.setLock, { body });
    await set({ from: '2026-11-21', until: '2026-11-30' });
    const params = { uuid: team.uuid };
    for (const [person, call] of [
      [outsider, teams.join],
      [member, teams.leave],
    ] as const)
      expect((await person.refused(call, { params })).violations?.[0]?.code).toBe('team.locked');
    const made = await outsider.refused(teams.create, { body: { name: 'Not today' } });
    expect(made.violations?.[0]?.code).toBe('team.locked');
    await organiser.call(managed.move, move(outsider, { teamId: team.id, from: '2026-11-21' }));
    expect((await found(team.uuid)).members).toBe(3);
    await set({ from: '2026-11-22', until: null });
    await member.call(teams.leave, { params });
    expect(await organiser.call(managed.lock, {})).toEqual({ from: '2026-11-22', until: null });
    const wrong = await organiser.refused(managed.setLock, {
      body: { from: '2026-11-22', until: '2026-11-01' },
    });
    expect(wrong.violations).toMatchObject([{ propertyPath: 'until', code: 'moment.beforeStart' }]);
    await set({ from: null, until: null });
  });
});

describe('a team created by an organiser', () => {
  const make = (name: string, captainId: number) => ({ body: { name, captainId } });

  it('has the chosen captain as its first member, even if it is created while teams are locked', async () => {
    const captain = await app.participant('Chosen');
    await organiser.call(managed.setLock, { body: { from: '2026-11-01', until: null } });
    const made = await organiser.call(managed.create, make('Made for them', idOf(captain)));
    await organiser.call(managed.setLock, { body: { from: null, until: null } });
    expect(made).toMatchObject({ name: 'Made for them', captainId: idOf(captain), members: 1 });
    const shown = await captain.call(teams.one, { params: { uuid: made.uuid } });
    expect(shown).toMatchObject({ isCaptain: true, guestCode: expect.any(String) });
  });

  it('must have a unique name, and a captain who exists and is not in a team', async () => {
    const [captain, other] = [await app.participant(), await app.participant()];
    await organiser.call(managed.create, make('A name of mine', idOf(captain)));
    for (const [body, field] of [
      [make('A NAME of mine', idOf(other)), 'name'],
      [make('Another name', idOf(captain)), 'captainId'],
      [make('Another name', 999_999), 'captainId'],
    ] as const)
      expect(await organiser.refused(managed.create, body)).toMatchObject({
        status: 422,
        violations: [{ propertyPath: field }],
      });
  });

  it('does not count deactivated members', async () => {
    const [captain, member] = [await app.participant(), await app.participant()];
    const team = await teamOf(captain, 'Countable people');
    await join(member, team);
    expect((await found(team.uuid)).members).toBe(2);
    await organiser.call(deactivate, { params: { id: idOf(member) }, body: {} });
    expect((await found(team.uuid)).members).toBe(1);
  });
});
