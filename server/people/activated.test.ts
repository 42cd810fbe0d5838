import { afterAll, beforeAll, expect, it } from 'vitest';
import * as activities from '../../contract/activities.ts';
import * as challenges from '../../contract/challenges.ts';
import * as managed from '../../contract/managed/people.ts';
import * as managedTeams from '../../contract/managed/teams.ts';
import * as passwords from '../../contract/passwords.ts';
import * as people from '../../contract/people.ts';
import * as rankings from '../../contract/rankings.ts';
import * as teams from '../../contract/teams.ts';
import { addChallenge } from '../testing/challenges.ts';
import { type Browser, newPerson, running, type TestApp, testApp } from '../testing/test-app.ts';
import { makeLink } from './mailed-links/mailed-link.ts';

let app: TestApp;
let organiser: Browser & { iri: string };
let captain: Browser & { iri: string };
let uuid: string;
let invited: number[];

/**
 * Creates two teams with invited people: one with an active captain and two invited members, and one with only an
 * invited captain.
 */
beforeAll(async () => {
  app = await testApp();
  const configs = { teamsEnabled: 'true', allowTeamCreation: 'true', teamRanking: '"average"' };
  const values = Object.entries(configs).map(([key, value]) => ({ key, value }));
  await app.database.db.insertInto('configs').values(values).execute();
  await addChallenge(app.database.db, 'november', '2026-11-01', '2026-11-30');
  organiser = await app.organiser();
  captain = await app.participant('Captain');
  ({ uuid } = await captain.call(teams.create, { body: { name: 'Team with invited people' } }));
  await captain.call(activities.create, {
    body: { performedAt: '2026-11-20', sport: running, amountType: 'km', kilometers: 10 },
  });
  const { id: teamId } = (await organiser.call(managedTeams.list, { query: {} }))['hydra:member'][0] ?? {};
  invited = [];
  for (const name of ['Secret', 'Hidden', 'Alone']) {
    const person = {
      givenName: name,
      surname: 'Person',
      email: `${name}@example.com`,
      language: 'en' as const,
    };
    const body = { ...person, teamId: name === 'Alone' ? null : (teamId ?? null), invite: false };
    invited.push((await organiser.call(managed.create, { body })).id);
  }
  const [, , captainId = 0] = invited;
  await organiser.call(managedTeams.create, { body: { name: 'Team of an invited captain', captainId } });
});
afterAll(() => app.close());

const accept = async (id: number) => {
  const slug = await makeLink(app.database.db, id, 'invite', app.clock.now);
  const body = { password: newPerson().password };
  await app.browser().call(passwords.reset, { params: { slug }, body });
};
const team = () => captain.call(teams.one, { params: { uuid } });
const average = async () => {
  const board = await captain.call(rankings.listTeams, { query: { periodType: 'challenge' } });
  return board['hydra:member'].map(({ kilometers }) => kilometers);
};

it('hides invited people from others, and does not count them, until they accept', async () => {
  const members = await captain.send({ method: 'GET', url: `/platform/api/challenge_teams/${uuid}/members` });
  expect(members.body).toContain('Captain');
  expect(members.body).not.toMatch(/Secret|Hidden/);
  expect(members.json()['hydra:member']).toHaveLength(1);
  expect((await team()).amountOfMembers).toBe(1);
  for (const id of invited) {
    const iri = `/platform/api/person_infos/${id}`;
    for (const viewer of [captain, organiser])
      expect((await viewer.refused(people.one, { params: { id } })).status).toBe(404);
    expect((await captain.refused(activities.list, { query: { person: iri } })).status).toBe(404);
  }
  const all = await captain.call(challenges.statsOfAll, {});
  // Only the organiser and the captain are counted.
  expect(all.totalRegisteredPersons).toBe(2);
  const listed = (await captain.call(teams.list, {}))['hydra:member'];
  expect(listed.map(({ name }) => name)).toEqual(['Team with invited people']);
});

it('averages a team’s kilometres over its activated members', async () => {
  expect(await average()).toEqual([10]);
  await accept(invited[0] ?? 0);
  expect(await average()).toEqual([5]);
  expect((await team()).amountOfMembers).toBe(2);
  const list = await captain.call(teams.members, { params: { uuid } });
  expect(list['hydra:member'].map(({ fullName }) => fullName)).toEqual(['Captain Dubois', 'Secret Person']);
  const { givenName } = await captain.call(people.one, { params: { id: invited[0] ?? 0 } });
  expect(givenName).toBe('Secret');
});

it('does not hand a team over to a person whose account is not activated', async () => {
  const rows = await app.database.db
    .selectFrom('team_memberships')
    .select('id')
    .where('person_id', '=', invited[1] ?? 0)
    .executeTakeFirstOrThrow();
  const member = `/platform/api/challenge_teams/${uuid}/members/${rows.id}`;
  const refusal = await captain.refused(teams.handOver, { params: { uuid }, body: { member } });
  expect(refusal).toMatchObject({ status: 422, violations: [{ code: 'team.memberUnknown' }] });
});

it('shows organisers people who have not accepted their invitation yet', async () => {
  const all = await organiser.call(managed.list, { query: { state: 'waiting' } });
  expect(all['hydra:member'].map(({ givenName }) => givenName).sort()).toEqual(['Alone', 'Hidden']);
});
