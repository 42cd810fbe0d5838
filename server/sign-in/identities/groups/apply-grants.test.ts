import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { managedPeople } from '../../../../contract/managed/people.ts';
import * as security from '../../../../contract/managed/security-events.ts';
import * as managedTeams from '../../../../contract/managed/teams.ts';
import { type HttpBrowser, httpBrowser } from '../../../testing/http-browser.ts';
import { testProvider } from '../../../testing/identity-provider.ts';
import { type SamlTestApp, samlTestApp } from '../../../testing/saml-test-app.ts';
import { type Browser, idOf } from '../../../testing/test-app.ts';
import { roleWith } from './apply-grants.ts';

const roles = { organiser: ['hr'], moderator: ['press'] };
const teams = { north: 'Team North', south: 'Team South', nowhere: 'Team Nowhere' };
const subjects = ['ann', 'bob', 'cleo', 'dora', 'eve', 'finn', 'gus', 'hal'];
const people = Object.fromEntries(
  subjects.map((name) => [name, { email: `${name}@company.example`, givenName: name, surname: 'Maes' }]),
);

let test: SamlTestApp;
let organiser: Browser & { iri: string };

beforeAll(async () => {
  test = await samlTestApp(people, { trusted: true, roles, teams });
  organiser = await test.app.organiser();
  const { db } = test.app.database;
  await db.insertInto('configs').values({ key: 'teamsEnabled', value: 'true' }).execute();
  for (const name of ['Team North', 'Team South', 'Own Team'])
    await db
      .insertInto('teams')
      .values({ name, sort_name: name.toLowerCase(), created_at: '2026-11-01T00:00:00Z' })
      .execute();
});
afterAll(() => test.close());

/** Signs in a person who is in these groups. */
const signIn = async (name: string, groups: string[], browser: HttpBrowser = httpBrowser()) => {
  const attributes = { ...people[name], groups };
  expect((await test.signIn(browser, name, { attributes })).searchParams.get('sign-in-failed')).toBeNull();
  return browser;
};
const account = (name: string) =>
  test.app.database.db
    .selectFrom('people')
    .select(['id', 'role'])
    .where('email', '=', `${name}@company.example`)
    .executeTakeFirstOrThrow();
const roleOf = async (name: string) => (await account(name)).role;
const setByHand = async (name: string, role: 'participant' | 'moderator' | 'organiser') => {
  const { id } = await account(name);
  const row = await organiser.call(managedPeople.one, { params: { id } });
  await organiser.call(managedPeople.replace, { params: { id }, body: { ...row, role } });
};
const teamOf = async (name: string) =>
  test.app.database.db
    .selectFrom('team_memberships')
    .innerJoin('teams', 'teams.id', 'team_id')
    .innerJoin('people', 'people.id', 'person_id')
    .select(['teams.name', 'from_day', 'until_day'])
    .where('email', '=', `${name}@company.example`)
    .orderBy('from_day')
    .execute();

describe('a role from groups', () => {
  it('is updated at each sign-in, including for sessions that are already open', async () => {
    const browser = await signIn('ann', []);
    const list = async () => (await browser.send(`${test.address}platform/api/management/people`)).status;
    expect(await list()).toBe(403);
    await signIn('ann', ['other', 'hr']);
    expect([await roleOf('ann'), await list()]).toEqual(['organiser', 200]);
    await signIn('ann', ['press']);
    expect([await roleOf('ann'), await list()]).toEqual(['moderator', 403]);
    await signIn('ann', []);
    expect(await roleOf('ann')).toBe('participant');
    const { id } = await account('ann');
    const events = await organiser.call(security.list, { query: { personId: id, kind: 'role-changed' } });
    expect(events['hydra:member'].map(({ detail, actor }) => [detail, actor])).toEqual([
      ['participant', null],
      ['moderator', null],
      ['organiser', null],
    ]);
    const changes = await test.app.database.db
      .selectFrom('change_log')
      .select(['actor_id', 'before', 'after'])
      .where('subject_id', '=', id)
      .orderBy('id')
      .execute();
    expect(changes[0]).toEqual({
      actor_id: null,
      before: { role: 'participant' },
      after: { role: 'organiser' },
    });
  });

  it('never replaces a role that an organiser has given', async () => {
    await signIn('bob', []);
    await setByHand('bob', 'moderator');
    await signIn('bob', []);
    expect(await roleOf('bob')).toBe('moderator');
    await signIn('bob', ['hr']);
    expect(await roleOf('bob')).toBe('organiser');
    await signIn('bob', []);
    expect(await roleOf('bob')).toBe('moderator');
  });

  it('stays the same if the provider omits the groups', async () => {
    await signIn('cleo', ['press']);
    const link = 'http://schemas.microsoft.com/claims/groups.link';
    await test.signIn(httpBrowser(), 'cleo', {
      attributes: { ...people.cleo, [link]: 'https://graph.example' },
    });
    expect(await roleOf('cleo')).toBe('moderator');
  });

  it('is kept by the last organiser, and taken away once there is another one', async () => {
    await signIn('dora', ['hr']);
    await test.app.database.db
      .updateTable('people')
      .set({ role: 'participant' })
      .where('id', '=', idOf(organiser))
      .execute();
    await signIn('dora', []);
    expect(await roleOf('dora')).toBe('organiser');
    await test.app.database.db
      .updateTable('people')
      .set({ role: 'organiser' })
      .where('id', '=', idOf(organiser))
      .execute();
    await signIn('dora', []);
    expect(await roleOf('dora')).toBe('participant');
  });

  it.each([
    ['participant', null, null, 'organiser', ['organiser', 'organiser', 'participant']],
    ['organiser', 'organiser', 'moderator', null, ['moderator', null, null]],
    ['organiser', 'organiser', 'participant', 'moderator', ['moderator', 'moderator', 'participant']],
    ['analyst', null, null, 'moderator', ['moderator', 'moderator', 'analyst']],
    ['participant', null, null, 'analyst', ['analyst', 'analyst', 'participant']],
    // An organiser has since changed the role.
    ['participant', 'organiser', 'participant', null, ['participant', null, null]],
    ['organiser', 'moderator', 'participant', null, ['organiser', null, null]],
    ['organiser', null, null, 'moderator', ['organiser', null, null]],
  ] as const)(
    'changes the role %s (granted %s, replaced %s) correctly if the groups give %s',
    (role, granted_role, replaced_role, wanted, after) => {
      const found = roleWith({ role, granted_role, replaced_role }, wanted);
      expect([found.role, found.granted_role, found.replaced_role]).toEqual(after);
    },
  );
});

describe('a team from groups', () => {
  it('is joined at the first sign-in, and changes with the group; earlier days stay with the old team', async () => {
    await signIn('eve', ['south']);
    await signIn('eve', ['south']);
    expect(await teamOf('eve')).toEqual([{ name: 'Team South', from_day: '2026-11-21', until_day: null }]);
    const { now } = test.app.clock;
    test.app.clock.now = now.add({ hours: 48 });
    await signIn('eve', ['north']);
    expect(await teamOf('eve')).toEqual([
      { name: 'Team South', from_day: '2026-11-21', until_day: '2026-11-22' },
      { name: 'Team North', from_day: '2026-11-23', until_day: null },
    ]);
    // A person whose groups give no team stays in the current team.
    await signIn('eve', []);
    expect((await teamOf('eve')).at(-1)).toMatchObject({ name: 'Team North', until_day: null });
    test.app.clock.now = now;
  });

  it('never replaces a team that the person has chosen, and is not joined again by a person who has left it', async () => {
    await signIn('finn', []);
    const own = await test.app.database.db
      .selectFrom('teams')
      .select('id')
      .where('name', '=', 'Own Team')
      .executeTakeFirstOrThrow();
    const { id } = await account('finn');
    const move = (teamId: number | null) =>
      organiser.call(managedTeams.move, { params: { id }, body: { teamId, from: '2026-11-21' } });
    await move(own.id);
    await signIn('finn', ['north']);
    expect(await teamOf('finn')).toMatchObject([{ name: 'Own Team', until_day: null }]);
    await signIn('gus', ['north']);
    await test.app.database.db
      .updateTable('team_memberships')
      .set({ until_day: '2026-11-21' })
      .where('person_id', '=', (await account('gus')).id)
      .execute();
    await signIn('gus', ['north']);
    expect(await teamOf('gus')).toMatchObject([{ name: 'Team North', until_day: '2026-11-21' }]);
  });

  it('does not prevent a person from signing in if the team does not exist or teams are locked', async () => {
    await signIn('hal', ['nowhere']);
    const { db } = test.app.database;
    const value = JSON.stringify({ from: '2026-11-01', until: null });
    await db.insertInto('configs').values({ key: 'teamLock', value }).execute();
    await signIn('hal', ['north']);
    expect(await teamOf('hal')).toEqual([]);
    await db.deleteFrom('configs').where('key', '=', 'teamLock').execute();
    await signIn('hal', ['north']);
    expect(await teamOf('hal')).toMatchObject([{ name: 'Team North', until_day: null }]);
  });
});

it('applies the groups that an OpenID Connect provider sends', async () => {
  const ann = { given_name: 'Ann', family_name: 'Maes', email: 'ann@company.example', email_verified: true };
  const openId = await testProvider({ ann: { ...ann, groups: ['press'] } }, { trusted: true, roles });
  await openId.signIn(httpBrowser(), 'ann');
  const { role } = await openId.app.database.db
    .selectFrom('people')
    .select('role')
    .where('email', '=', ann.email)
    .executeTakeFirstOrThrow();
  expect(role).toBe('moderator');
  await openId.close();
});
