import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as accounts from '../../../contract/accounts.ts';
import * as ingest from '../../../contract/ingest.ts';
import * as managedPeopleCalls from '../../../contract/managed/people.ts';
import { managedPeople } from '../../../contract/managed/people.ts';
import * as security from '../../../contract/managed/security-events.ts';
import * as passwords from '../../../contract/passwords.ts';
import * as secondFactor from '../../../contract/second-factor.ts';
import * as sessions from '../../../contract/sessions.ts';
import { makeLink } from '../../people/mailed-links/mailed-link.ts';
import { codeAt } from '../../testing/authenticator.ts';
import { type Browser, idOf, newPerson, type TestApp, testApp } from '../../testing/test-app.ts';
import { removeOldSecurityEvents } from './security-log.ts';

type Person = Awaited<ReturnType<TestApp['participant']>>;

let app: TestApp;
let organiser: Person;

beforeAll(async () => {
  app = await testApp();
  organiser = await app.organiser();
});
afterAll(() => app.close());

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0.7444.60 Safari/537.36';
const right = newPerson().password;

const signIn = (browser: Browser, username: string, password: string, remoteAddress = '203.0.113.77') =>
  browser.send({
    method: 'POST',
    url: sessions.signIn.path,
    payload: { username, password },
    remoteAddress,
    headers: { 'user-agent': chrome },
  });
const eventsOf = async (query: object) =>
  (await organiser.call(security.list, { query: { itemsPerPage: 1000, ...query } }))['hydra:member'];
const reported = async (person: { iri: string }) =>
  (await eventsOf({ personId: idOf(person) })).map(({ kind, detail }) =>
    detail ? `${kind} ${detail}` : kind,
  );

describe('the security log', () => {
  // claim: rights-logged
  it('shows organisers every kind of event', async () => {
    const person = await app.participant();
    const id = idOf(person);
    const { uuid } = await person.call(ingest.createToken, { body: { name: 'My phone' } });
    await person.call(ingest.revokeToken, { params: { uuid } });
    await person.send({ method: 'GET', url: accounts.exportData.path });
    const other = app.browser();
    await signIn(other, person.email, 'wrong');
    await signIn(other, person.email, right);
    const all = (await person.call(sessions.list, {}))['hydra:member'];
    await person.call(sessions.end, { params: { uuid: all.find((one) => !one.isCurrent)?.uuid ?? '' } });
    await person.call(sessions.endOthers, {});
    const { secret } = await person.call(secondFactor.begin, { body: { password: right } });
    await person.call(secondFactor.confirm, { body: { code: await codeAt(secret, app.clock.now) } });
    app.clock.now = app.clock.now.add({ minutes: 1 });
    const code = await codeAt(secret, app.clock.now);
    await person.call(secondFactor.remove, { body: { password: right, code } });
    const changed = 'a completely new password';
    await person.call(passwords.change, { body: { currentPassword: right, password: changed } });
    const slug = await makeLink(app.database.db, id, 'reset-password', app.clock.now);
    await app.browser().call(passwords.reset, { params: { slug }, body: { password: right } });
    const row = await organiser.call(managedPeople.one, { params: { id } });
    await organiser.call(managedPeople.replace, { params: { id }, body: { ...row, role: 'moderator' } });
    expect(new Set(await reported(person))).toEqual(
      new Set([
        'role-changed moderator',
        'record-opened',
        'password-reset',
        'password-changed',
        'second-factor-off',
        'second-factor-on',
        'session-ended others',
        'session-ended one',
        'signed-in password',
        'sign-in-failed password',
        'data-exported own',
        'token-ended',
        'token-made',
      ]),
    );
    const [role] = await eventsOf({ personId: id, kind: 'role-changed' });
    expect(role).toMatchObject({ actor: 'Organiser Dubois', person: 'Participant Dubois' });
    expect(await organiser.call(security.one, { params: { id: role?.id ?? 0 } })).toMatchObject(role ?? {});
    await organiser.send({ method: 'GET', url: managedPeopleCalls.exported.path });
    expect(await reported(organiser)).toContain('data-exported people');
  });

  // claim: log-shortened
  it('stores a shortened network address and the browser without its version', async () => {
    const person = await app.participant();
    await signIn(app.browser(), person.email, right);
    const v6 = '2001:db8:1234:5678::9';
    await signIn(app.browser(), person.email, 'wrong', v6);
    const [failed, came] = await eventsOf({ personId: idOf(person) });
    const network = { browser: 'Chrome · Windows' };
    expect([failed, came]).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ ...network, network: '203.0.113.0/24', kind: 'signed-in' }),
        expect.objectContaining({ ...network, network: '2001:db8:1234::/48', kind: 'sign-in-failed' }),
      ]),
    );
    const stored = JSON.stringify(await app.database.db.selectFrom('security_events').selectAll().execute());
    for (const secret of ['203.0.113.77', '5678', '7444', person.email, right])
      expect(stored).not.toContain(secret);
  });

  it('adds up failures within 15 minutes and does not store unknown email addresses', async () => {
    for (let tried = 0; tried < 8; tried += 1)
      await signIn(app.browser(), `guess-${tried}@example.com`, 'wrong', `198.51.100.${tried}`);
    const found = await eventsOf({ q: '198.51.100.0/24' });
    expect(found).toMatchObject([{ kind: 'sign-in-failed', person: null, personId: null, times: 8 }]);
    const stored = await app.database.db.selectFrom('security_events').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain('guess-');
  });

  it('loses a person’s name and network address when the account is deleted', async () => {
    const person = await app.participant();
    await signIn(app.browser(), person.email, 'wrong', '192.0.2.9');
    await person.call(accounts.deleteAccount, { body: { profileId: idOf(person) } });
    expect(await eventsOf({ personId: idOf(person) })).toEqual([]);
    expect(await eventsOf({ q: '192.0.2.0/24' })).toEqual([]);
  });

  // claim: log-deleted
  it('keeps events for 90 days', async () => {
    const { db } = app.database;
    const add = (days: number) =>
      db
        .insertInto('security_events')
        .values({ at: app.clock.now.subtract({ hours: days * 24 }).toString(), kind: 'signed-in', times: 77 })
        .execute();
    await add(91);
    await add(89);
    await removeOldSecurityEvents(db, app.clock.now);
    const left = await db.selectFrom('security_events').select('at').where('times', '=', 77).execute();
    expect(left).toHaveLength(1);
  });
});
