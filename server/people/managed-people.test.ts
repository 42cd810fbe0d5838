import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as activities from '../../contract/activities.ts';
import * as managed from '../../contract/managed/people.ts';
import * as people from '../../contract/people.ts';
import * as rankings from '../../contract/rankings.ts';
import * as sessions from '../../contract/sessions.ts';
import { type Browser, idOf, newPerson, running, type TestApp, testApp } from '../testing/test-app.ts';

let app: TestApp;
let organiser: Browser & { iri: string };

beforeAll(async () => {
  app = await testApp();
  organiser = await app.organiser();
});
afterAll(() => app.close());

const one = (id: number) => organiser.call(managed.one, { params: { id } });
const logged = (person: Browser) =>
  person.call(activities.create, {
    body: { performedAt: '2026-11-20', sport: running, amountType: 'steps', steps: 10_000 },
  });
const signIn = (email: string) => ({ body: { username: email, password: newPerson().password } });
const lines = async (resourceId: number) =>
  app.database.db
    .selectFrom('change_log')
    .select(['action', 'reason', 'before', 'after'])
    .where('resource', '=', 'people')
    .where('resource_id', '=', String(resourceId))
    .orderBy('id')
    .execute();

describe('people', () => {
  it('can be searched, filtered, sorted and paged, and are listed without credentials', async () => {
    const zoe = await app.participant('Zoë');
    await app.participant('Adam');
    const found = await organiser.call(managed.list, { query: { q: 'zoë DUBOIS' } });
    expect(found['hydra:member']).toMatchObject([{ id: idOf(zoe), email: zoe.email, state: 'active' }]);
    const sorted = await organiser.call(managed.list, {
      query: { role: 'participant', 'order[givenName]': 'desc', itemsPerPage: 1 },
    });
    expect(sorted).toMatchObject({ 'hydra:totalItems': 2, 'hydra:member': [{ givenName: 'Zoë' }] });
    const { body } = await organiser.send({ method: 'GET', url: managed.list.path });
    expect(body).not.toMatch(/hash|token|session|argon/i);
  });

  // claim: changes-logged
  it('can be corrected, with the old values in the change log', async () => {
    const person = await app.participant('Jon');
    const { '@id': _, version, ...before } = await one(idOf(person));
    const body = {
      ...before,
      givenName: 'John',
      email: 'john@example.com',
      role: 'moderator' as const,
      version,
    };
    const params = { id: idOf(person) };
    expect(await organiser.call(managed.replace, { params, body })).toMatchObject({ givenName: 'John' });
    expect((await organiser.refused(managed.replace, { params, body })).status).toBe(409);
    await app.browser().call(sessions.signIn, signIn('john@example.com'));
    const [line] = await lines(params.id);
    expect(line).toMatchObject({
      action: 'replace',
      before: { givenName: 'Jon', email: person.email, role: 'participant' },
      after: { givenName: 'John', email: 'john@example.com', role: 'moderator' },
    });
  });

  it('must have distinct email addresses, and must include at least one organiser', async () => {
    const [one_, other] = [await app.participant(), await app.participant()];
    const { '@id': _, ...body } = await one(idOf(one_));
    const params = { id: idOf(one_) };
    const problem = await organiser.refused(managed.replace, {
      params,
      body: { ...body, email: other.email.toUpperCase() },
    });
    expect(problem).toMatchObject({
      status: 422,
      violations: [{ propertyPath: 'email', code: 'email.taken' }],
    });
    const { '@id': __, ...own } = await one(idOf(organiser));
    const demoted = { params: { id: idOf(organiser) }, body: { ...own, role: 'participant' } };
    expect((await organiser.refused(managed.replace, demoted)).status).toBe(409);
    expect((await organiser.refused(managed.deactivate, { ...demoted, body: {} })).status).toBe(409);
  });
});

describe('a deactivated person', () => {
  it('is signed out, cannot sign in, and still counts without a name, until reactivated', async () => {
    const person = await app.participant('Gone');
    await logged(person);
    const params = { id: idOf(person) };
    await organiser.call(managed.deactivate, { params, body: { reason: 'Left the company' } });
    expect((await person.refused(people.me, {})).status).toBe(401);
    const refused = await app.browser().refused(sessions.signIn, signIn(person.email));
    expect(refused).toMatchObject({ status: 403, title: 'Not signed in' });
    const board = () => organiser.call(rankings.list, { query: { periodType: 'all' } });
    const named = async () => JSON.stringify(await board()).includes('Gone');
    expect((await board())['hydra:member'].map(({ kilometers }) => kilometers)).toContain(7);
    expect(await named()).toBe(false);
    expect((await organiser.refused(people.one, { params })).status).toBe(404);
    expect(await one(params.id)).toMatchObject({ state: 'deactivated', kilometers: 7 });
    expect((await organiser.refused(managed.resendMail, { params })).status).toBe(409);

    await organiser.call(managed.reactivate, { params, body: {} });
    await app.browser().call(sessions.signIn, signIn(person.email));
    expect(await named()).toBe(true);
    expect(await lines(params.id)).toMatchObject([
      { action: 'deactivate', reason: 'Left the company' },
      { action: 'reactivate' },
    ]);
  });
});

describe('the export of people', () => {
  it('is a spreadsheet of all people in the request’s language, and runs no formulas', async () => {
    await app.participant('=cmd()');
    const response = await organiser.send({
      method: 'GET',
      url: managed.exported.path,
      headers: { 'accept-language': 'nl' },
    });
    expect(response.headers['content-disposition']).toMatch(/deelnemers-2026-11-21\.csv/);
    expect(response.body).toContain("'=cmd()");
    expect(response.body.split('\r\n')[0]).toContain(';');
    expect(response.body).not.toMatch(/argon|hash/);
  });
});

describe('a person added by an organiser', () => {
  const entry = {
    givenName: 'Érika',
    surname: 'Évrard',
    email: 'added@example.com',
    language: 'fr',
  } as const;
  const invitations = async () =>
    (await app.database.pool.query("select data from jobs.job where name = 'link-mails'")).rows.length;
  const add = (changes: object) => organiser.call(managed.create, { body: { ...entry, ...changes } });

  it('must follow an invitation link, which is emailed unless the organiser opts out', async () => {
    const before = await invitations();
    const added = await add({});
    expect(added).toMatchObject({ ...entry, role: 'participant', state: 'waiting', team: null });
    expect(await invitations()).toBe(before + 1);
    expect(await lines(added.id)).toMatchObject([{ action: 'create', after: { email: entry.email } }]);
    await add({ email: 'silent@example.com', invite: false });
    expect(await invitations()).toBe(before + 1);
  });

  it('joins the chosen team', async () => {
    const { db } = app.database;
    const team = { name: 'The newcomers', sort_name: 'the newcomers', created_at: app.clock.now.toString() };
    const { id } = await db.insertInto('teams').values(team).returning('id').executeTakeFirstOrThrow();
    const added = await add({ email: 'first@example.com', teamId: id });
    expect(added).toMatchObject({ teamId: id, team: 'The newcomers' });
  });

  it.each([
    [{ email: 'ADDED@example.com' }, 'email'],
    [{ email: 'nowhere' }, 'email'],
    [{ surname: ' ' }, 'surname'],
    [{ email: 'teamless@example.com', teamId: 999_999 }, 'teamId'],
  ])('is rejected with %j', async (changes, field) => {
    const before = await invitations();
    const body = { ...entry, ...changes };
    const problem = await organiser.refused(managed.create, { body });
    expect(problem).toMatchObject({ status: 422, violations: [{ propertyPath: field }] });
    expect(await invitations()).toBe(before);
  });

  it('is listed in alphabetical order, ignoring accents and case', async () => {
    for (const surname of ['peeters', 'Goffin', 'Gérard', 'Évrard'])
      await add({
        email: `${surname.length}${surname.charCodeAt(1)}@sorted.example`,
        surname,
        invite: false,
      });
    const found = await organiser.call(managed.list, {
      query: { q: 'sorted.example', 'order[surname]': 'asc' },
    });
    expect(found['hydra:member'].map(({ surname }) => surname)).toEqual([
      'Évrard',
      'Gérard',
      'Goffin',
      'peeters',
    ]);
  });
});
