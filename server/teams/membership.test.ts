import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as accounts from '../../contract/accounts.ts';
import * as activities from '../../contract/activities.ts';
import * as people from '../../contract/people.ts';
import * as rankings from '../../contract/rankings.ts';
import * as sessions from '../../contract/sessions.ts';
import * as teams from '../../contract/teams.ts';
import { addChallenge } from '../testing/challenges.ts';
import { expectSumsToHold } from '../testing/sums.ts';
import { type Browser, newPerson, running, type TestApp, testApp } from '../testing/test-app.ts';
import { expectTranslated } from '../testing/translated.ts';

let app: TestApp;
let count = 0;

beforeAll(async () => {
  app = await testApp();
  await addChallenge(app.database.db, 'november', '2026-11-01', '2026-11-30');
  await addChallenge(app.database.db, 'summer', '2026-06-01', '2026-08-31');
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.now = Temporal.Instant.from('2026-11-21T11:00:00Z');
  await set('teamsEnabled', true);
  await set('allowTeamCreation', true);
  await set('teamRanking', 'sum');
});

const set = (key: string, value: unknown) =>
  app.database.db
    .insertInto('configs')
    .values({ key, value: JSON.stringify(value) })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: JSON.stringify(value) }))
    .execute();

async function team(captain: Browser) {
  count += 1;
  return captain.call(teams.create, { body: { name: `Team number ${count}` } });
}
const join = (person: Browser, uuid: string) => person.call(teams.join, { params: { uuid } });
const leave = (person: Browser, uuid: string) => person.call(teams.leave, { params: { uuid } });
const log = (person: Browser, performedAt: string, kilometers: number) =>
  person.call(activities.create, { body: { performedAt, sport: running, amountType: 'km', kilometers } });
const today = '2026-11-21';
const nextDay = () => {
  app.clock.now = app.clock.now.add({ hours: 24 });
};

/** Returns the kilometres of a team on a board, or 0 if the team is not on the board. */
async function kilometersOf(viewer: Browser, uuid: string, query: object = { periodType: 'challenge' }) {
  const board = await viewer.call(rankings.listTeams, {
    query: { ...query, team: `/platform/api/challenge_teams/${uuid}` } as never,
  });
  return board['hydra:member'][0]?.kilometers ?? 0;
}

describe('a team', () => {
  // spec: call POST /platform/api/challenge_teams, call GET /platform/api/challenge_teams
  // spec: call GET /platform/api/challenge_teams/{uuid}, role captain
  it('is created by its captain, and only the captain sees its guest code', async () => {
    const [captain, other] = [await app.participant(), await app.participant()];
    const made = await team(captain);
    expect(made).toMatchObject({ isCaptain: true, isMember: true, amountOfMembers: 1 });
    expect(made.guestCode).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/);
    const seen = await other.call(teams.one, { params: { uuid: made.uuid } });
    expect(seen).toMatchObject({ name: made.name, isCaptain: false, isMember: false });
    expect(seen).not.toHaveProperty('guestCode');
    const list = await other.call(teams.list, {});
    expect(list['hydra:member'].map(({ uuid }) => uuid)).toContain(made.uuid);
  });

  // spec: rule team name, text team name short, constant team name minimum
  it.each([
    ['Four', 'The team name should be at least 5 characters long.'],
    ['  Four   ', 'The team name should be at least 5 characters long.'],
    ['', 'The team name should be at least 5 characters long.'],
    ['   ', 'The team name should be at least 5 characters long.'],
    ['x'.repeat(61), 'The team name should be at most 60 characters long.'],
  ])('cannot be named %j', async (name, message) => {
    const person = await app.participant();
    const refusal = (language: string) =>
      person.refused(teams.create, { body: { name } }, { 'accept-language': language });
    const problem = await refusal('en');
    expect(problem).toMatchObject({ status: 422, violations: [{ propertyPath: 'name', message }] });
    for (const language of ['fr', 'nl'] as const)
      expectTranslated(language, await refusal(language), problem);
  });

  it('has a unique name, ignoring case, even if two teams are created concurrently', async () => {
    const founders = [await app.participant(), await app.participant()];
    const answers = await Promise.all(
      ['The Early Birds', 'the early BIRDS'].map((name, index) =>
        (founders[index] as Browser).send({ method: 'POST', url: teams.create.path, payload: { name } }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 422]);
    // The rejected founder is in no team and can create a team with another name.
    const refused = founders[answers.findIndex(({ statusCode }) => statusCode === 422)] as Browser;
    await team(refused);
  });

  // spec: call GET /platform/api/challenge_teams/{uuid}/members
  it('lists its members with the captain first', async () => {
    const [captain, other, viewer] = [
      await app.participant('Zoë'),
      await app.participant('Anna'),
      await app.participant(),
    ];
    const { uuid } = await team(captain);
    await join(other, uuid);
    const members = await viewer.call(teams.members, { params: { uuid } });
    expect(members['hydra:member'].map(({ fullName, isCaptain }) => [fullName, isCaptain])).toEqual([
      ['Zoë Dubois', true],
      ['Anna Dubois', false],
    ]);
  });
});

describe('a participant', () => {
  // spec: call POST /platform/api/challenge_teams/{uuid}/join
  it('can be in only one team at a time, even with concurrent requests', async () => {
    const { uuid: one } = await team(await app.participant());
    const { uuid: two } = await team(await app.participant());
    const person = await app.participant();
    const answers = await Promise.all(
      [one, two, one, two].map((uuid) =>
        person.send({ method: 'POST', url: `/platform/api/challenge_teams/${uuid}/join` }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([204, 422, 422, 422]);
    const refused = answers.find(({ statusCode }) => statusCode === 422)?.json();
    expect(refused.violations).toMatchObject([{ message: 'You are already in a team. Leave it first.' }]);
  });

  // spec: call POST /platform/api/challenge_teams/{uuid}/leave, role captain, state team membership
  it('cannot leave a team as its captain without handing it over first', async () => {
    const [captain, member, stranger] = [
      await app.participant(),
      await app.participant(),
      await app.participant(),
    ];
    const { uuid } = await team(captain);
    await join(member, uuid);
    const params = { uuid };
    expect((await captain.refused(teams.leave, { params })).violations).toMatchObject([
      { message: 'A captain cannot leave the team. Hand it over to another member first.' },
    ]);
    expect((await stranger.refused(teams.leave, { params })).violations).toMatchObject([
      { message: 'You are not in this team.' },
    ]);
    const members = (await captain.call(teams.members, { params }))['hydra:member'];
    const body = { member: members.find(({ isCaptain }) => !isCaptain)?.['@id'] as string };
    expect(await member.refused(teams.handOver, { params, body })).toMatchObject({ status: 403 });
    for (const wrong of ['/platform/api/challenge_teams/x/members/1', `${members[0]?.['@id']}9`])
      expect(await captain.refused(teams.handOver, { params, body: { member: wrong } })).toMatchObject({
        status: 422,
        violations: [{ propertyPath: 'member' }],
      });
    await captain.call(teams.handOver, { params, body });
    expect(await member.call(teams.one, { params })).toMatchObject({ isCaptain: true });
    await leave(captain, uuid);
    expect(await captain.call(teams.one, { params })).toMatchObject({
      isCaptain: false,
      isMember: false,
      amountOfMembers: 1,
    });
  });

  // spec: role create team
  it('gets 404 when creating, joining or leaving a team if teams are disabled or people may not create teams', async () => {
    const captain = await app.participant();
    const { uuid } = await team(captain);
    const params = { uuid };
    await set('allowTeamCreation', false);
    const other = await app.participant();
    for (const refused of [
      other.refused(teams.create, { body: { name: 'Another one' } }),
      other.refused(teams.join, { params }),
      captain.refused(teams.leave, { params }),
    ])
      expect((await refused).status).toBe(404);
    expect((await other.call(teams.one, { params })).uuid).toBe(uuid);
    await set('teamsEnabled', false);
    await set('allowTeamCreation', true);
    for (const refused of [
      other.refused(teams.list, {}),
      other.refused(teams.one, { params }),
      other.refused(teams.members, { params }),
      other.refused(teams.distribution, { params, query: {} }),
      other.refused(teams.join, { params }),
      other.refused(teams.create, { body: { name: 'Another one' } }),
      other.refused(rankings.listTeams, { query: { periodType: 'all' } }),
    ])
      expect((await refused).status).toBe(404);
  });
});

describe('the kilometres of a team', () => {
  it('include a new member’s kilometres since the start of the challenge, and keep them when the member leaves', async () => {
    const [captain, person] = [await app.participant(), await app.participant()];
    await log(person, '2026-10-31', 5);
    await log(person, '2026-11-01', 7);
    await log(person, today, 11);
    const { uuid: first } = await team(captain);
    await join(person, first);
    expect(await kilometersOf(person, first)).toBe(18);
    expect(await kilometersOf(person, first, { periodType: 'all' })).toBe(18);
    nextDay();
    await log(person, '2026-11-22', 100);
    await leave(person, first);
    expect(await kilometersOf(person, first)).toBe(118);

    // A person's second team in the same challenge counts from the day after the person left the first team.
    const { uuid: second } = await team(await app.participant());
    await join(person, second);
    await log(person, '2026-11-22', 1000 / 3);
    expect(await kilometersOf(person, second)).toBe(0);
    expect(await kilometersOf(person, first)).toBeCloseTo(451.33, 2);
    nextDay();
    await log(person, '2026-11-23', 3);
    expect(await kilometersOf(person, second)).toBe(3);
    // An entry for an earlier day counts for the team that the person was in on that day.
    await log(person, '2026-11-02', 1);
    expect(await kilometersOf(person, first)).toBeCloseTo(452.33, 2);
    expect(await kilometersOf(person, second, { periodType: 'week' })).toBe(3);
    await expectSumsToHold(app.database.db);
  });

  it('are updated when an activity is changed, moved to another day or removed', async () => {
    const captain = await app.participant();
    const { uuid } = await team(captain);
    const entry = { sport: running, amountType: 'km' as const };
    const made = await log(captain, today, 10);
    const params = { uuid: made.uuid };
    await captain.call(activities.replace, {
      params,
      body: { ...entry, performedAt: '2026-11-20', kilometers: 4 },
    });
    expect(await kilometersOf(captain, uuid)).toBe(4);
    await captain.call(activities.replace, {
      params,
      body: { ...entry, performedAt: '2026-10-20', kilometers: 4 },
    });
    expect(await kilometersOf(captain, uuid)).toBe(0);
    await captain.call(activities.replace, {
      params,
      body: { ...entry, performedAt: '2026-11-01', kilometers: 6 },
    });
    await captain.call(activities.remove, { params });
    expect(await kilometersOf(captain, uuid, { periodType: 'all' })).toBe(0);
    await expectSumsToHold(app.database.db);
  });

  // spec: call GET /platform/api/team_stats_activities
  it('determine the rank of the team, by sum or by average per member, with equal ranks for ties', async () => {
    const [a, b, c] = [await app.participant(), await app.participant(), await app.participant()];
    const [d, e] = [await app.participant(), await app.participant()];
    const [one, two, three] = [await team(a), await team(b), await team(c)];
    await join(d, one.uuid);
    await join(e, one.uuid);
    for (const [person, kilometers] of [
      [a, 900],
      [d, 900],
      [b, 900],
      [b, 900],
      [c, 700],
    ] as const)
      await log(person, today, kilometers);
    const rows = async () => {
      const answer = await a.call(rankings.listTeams, { query: { periodType: 'week', limit: 2000 } });
      const shown = answer['hydra:member'].filter(({ performer }) =>
        [one, two, three].some(({ uuid }) => uuid === performer.id),
      );
      return shown.map(({ performer, kilometers, rank }) => [performer.id, kilometers, rank]);
    };
    expect(await rows()).toEqual([
      [one.uuid, 1800, 1],
      [two.uuid, 1800, 1],
      [three.uuid, 700, 3],
    ]);
    await set('teamRanking', 'average');
    expect(await rows()).toEqual([
      [two.uuid, 1800, 1],
      [three.uuid, 700, 2],
      [one.uuid, 600, 3],
    ]);
    const aheadOf = async (uuid: string) => {
      const query = { periodType: 'week' as const, team: `/platform/api/challenge_teams/${uuid}` };
      return (await a.call(rankings.listTeams, { query })).ahead?.performer.id ?? null;
    };
    expect(await aheadOf(one.uuid)).toBe(three.uuid);
    expect(await aheadOf(two.uuid)).toBeNull();
  });

  // spec: call GET /platform/api/challenge_teams/{uuid}/members-contribution-distribution
  it('are shown for each current and former member, with one row for all members who hide their name', async () => {
    const [captain, former, hidden] = [
      await app.participant('Cara'),
      await app.participant('Fons'),
      await app.participant('Hilde'),
    ];
    const { uuid } = await team(captain);
    await join(former, uuid);
    await join(hidden, uuid);
    await log(captain, today, 10);
    await log(former, today, 20);
    await log(hidden, today, 30);
    await leave(former, uuid);
    await app.database.db
      .updateTable('people')
      .set({ name_shown: 'none', sort_name: '' })
      .where('email', '=', hidden.email)
      .execute();
    const read = async (viewer: Browser) => {
      const answer = await viewer.call(teams.distribution, { params: { uuid }, query: {} });
      return [
        answer.totalKilometers,
        answer.members.map(({ givenName, kilometers, contribution }) => [
          givenName,
          kilometers,
          contribution,
        ]),
      ];
    };
    expect(await read(captain)).toEqual([
      60,
      [
        ['', 30, 50],
        ['Fons', 20, 33.33],
        ['Cara', 10, 16.67],
      ],
    ]);
    expect((await read(hidden))[1]).toContainEqual(['Hilde', 30, 50]);
    // The row without a name does not link to a person, unless the viewer is the hidden member.
    const idsFor = async (viewer: Browser) =>
      (await viewer.call(teams.distribution, { params: { uuid }, query: {} })).members.map(({ id }) => id);
    const idOf = ({ iri }: { iri: string }) => Number(iri.split('/').at(-1));
    expect(await idsFor(captain)).toEqual([0, idOf(former), idOf(captain)]);
    expect(await idsFor(hidden)).toEqual([idOf(hidden), idOf(former), idOf(captain)]);
    const members = await captain.call(teams.members, { params: { uuid } });
    expect(members['hydra:member'].map(({ fullName, person }) => [fullName, person.id])).toContainEqual([
      '',
      0,
    ]);
  });

  it('include everything that a person logs while joining or leaving', async () => {
    const person = await app.participant();
    for (let round = 0; round < 12; round += 1) {
      const { uuid } = await team(await app.participant());
      const entry = { performedAt: '2026-11-21', sport: running, amountType: 'steps', steps: 1000 };
      const logging = () =>
        person
          .send({ method: 'POST', url: activities.create.path, payload: entry })
          .then((a) => a.statusCode);
      const move = (what: 'join' | 'leave') =>
        person
          .send({ method: 'POST', url: `/platform/api/challenge_teams/${uuid}/${what}` })
          .then((a) => a.statusCode);
      expect(await Promise.all([logging(), logging(), move('join'), logging(), logging()])).toEqual([
        201, 201, 204, 201, 201,
      ]);
      expect(await Promise.all([logging(), move('leave'), logging(), logging()])).toEqual([
        201, 204, 201, 201,
      ]);
      await expectSumsToHold(app.database.db);
      app.clock.now = app.clock.now.add({ hours: 48 });
    }
  });
});

describe('a team’s guest code', () => {
  it('puts people who sign up with it in the team, within the limits of the captain’s own guest code', async () => {
    const { db } = app.database;
    await db
      .insertInto('guest_codes')
      .values({
        code: 'FOUR',
        normalised_code: 'FOUR',
        maximum_uses: 3,
        allowed_mail_domains: ['example.com'],
      })
      .execute();
    const signUp = (guestCode: string, email: string) =>
      app.browser().send({
        method: 'POST',
        url: accounts.signUp.path,
        payload: newPerson({ guestCode, email, givenName: 'Mia' }),
      });
    expect((await signUp('FOUR', 'captain@example.com')).statusCode).toBe(201);
    const captain = app.browser();
    await captain.call(sessions.signIn, {
      body: { username: 'captain@example.com', password: newPerson().password },
    });
    const made = await team(captain);
    const code = made.guestCode as string;
    expect((await signUp(code, 'second@elsewhere.com')).json().violations[0].propertyPath).toBe('email');
    expect((await signUp(code.toLowerCase(), 'second@example.com')).statusCode).toBe(201);
    expect((await captain.call(teams.one, { params: { uuid: made.uuid } })).amountOfMembers).toBe(2);
    // The captain's own code has one use left, so only one of two people can sign up.
    const last = await Promise.all([signUp(code, 'third@example.com'), signUp('FOUR', 'fourth@example.com')]);
    expect(last.map(({ statusCode }) => statusCode).sort()).toEqual([201, 422]);
    const own = await captain.call(people.me, {});
    expect(own.guestCode).toBe('FOUR');
  });

  it('accepts only the email domain of its first captain if that captain signed up without a code, even after a handover', async () => {
    const signUp = async (guestCode: string | undefined, email: string) =>
      (
        await app.browser().send({
          method: 'POST',
          url: accounts.signUp.path,
          payload: newPerson({ guestCode: guestCode as string, email }),
        })
      ).statusCode;
    const comeByDomain = async (name: string, email: string) => {
      const person = await app.participant(name);
      await app.database.db
        .updateTable('people')
        .set({ guest_code_id: null, email })
        .where('email', '=', person.email)
        .execute();
      return person;
    };
    const captain = await comeByDomain('Captain', 'Captain@Company.example');
    const next = await app.participant('Next');
    const made = await team(captain);
    const params = { uuid: made.uuid };
    expect(await signUp(made.guestCode, 'stranger@elsewhere.example')).toBe(422);
    expect(await signUp(made.guestCode, 'colleague@COMPANY.example')).toBe(201);
    expect((await captain.call(teams.one, { params })).amountOfMembers).toBe(2);

    await join(next, made.uuid);
    const members = (await captain.call(teams.members, { params }))['hydra:member'];
    const member = members.find(({ fullName }) => fullName === 'Next Dubois')?.['@id'] as string;
    await captain.call(teams.handOver, { params, body: { member } });
    const { guestCode } = await next.call(teams.one, { params });
    expect(await signUp(guestCode, 'stranger@elsewhere.example')).toBe(422);

    // If a colleague who signed up with this code creates a team, the new team's code has the same limits.
    const colleague = app.browser();
    const body = { username: 'colleague@company.example', password: newPerson().password };
    await colleague.call(sessions.signIn, { body });
    await leave(colleague, made.uuid);
    const second = await team(colleague);
    expect(await signUp(second.guestCode, 'stranger@elsewhere.example')).toBe(422);
    expect(await signUp(second.guestCode, 'third@company.example')).toBe(201);
  });

  it.each(['teamsEnabled', 'allowTeamCreation'])(
    'creates accounts without a team while the setting %s is off',
    async (key) => {
      const captain = await app.participant();
      const made = await team(captain);
      await set(key, false);
      await app.browser().call(accounts.signUp, {
        body: newPerson({ guestCode: made.guestCode as string, email: `no-${key}@example.com` }),
      });
      await set(key, true);
      expect((await captain.call(teams.one, { params: { uuid: made.uuid } })).amountOfMembers).toBe(1);
    },
  );
});
