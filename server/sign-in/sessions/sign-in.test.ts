import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as people from '../../../contract/people.ts';
import * as sessions from '../../../contract/sessions.ts';
import { writeEvent } from '../../db/pool.ts';
import { newPerson, type TestApp, testApp } from '../../testing/test-app.ts';
import { expectTranslated } from '../../testing/translated.ts';

let app: TestApp;

beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

describe('signing in', () => {
  // spec: call POST /global-challenge-login
  it('starts a session with a cookie that scripts and other sites cannot read', async () => {
    const { email } = await app.participant();
    const response = await app.browser().send({
      method: 'POST',
      url: '/global-challenge-login',
      payload: { username: email.toUpperCase(), password: newPerson().password },
    });
    expect(response.json()).toEqual({ language: 'en' });
    const cookie = String(response.headers['set-cookie']);
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).toMatch(/SameSite=Lax/);
    expect(cookie).toMatch(/Path=\//);
  });

  it('returns the same response for a wrong password and an unknown address', async () => {
    const { email } = await app.participant();
    const wrong = await app
      .browser()
      .refused(sessions.signIn, { body: { username: email, password: 'not this one' } });
    const unknown = await app
      .browser()
      .refused(sessions.signIn, { body: { username: 'nobody@example.com', password: 'not this one' } });
    expect(wrong.status).toBe(401);
    expect(unknown).toEqual(wrong);
  });

  // spec: rule sign-in, text value required
  it.each([
    [{ username: ' ', password: 'x' }, 'username'],
    [{ username: 'x', password: '' }, 'password'],
    [{ username: 'x' }, 'password'],
  ])('asks for the fields missing in %o, in three languages', async (body, field) => {
    const problem = (language: string) =>
      app.browser().refused(sessions.signIn, { body }, { 'accept-language': language });
    const english = await problem('en');
    expect(english.status).toBe(422);
    expect(english.violations).toMatchObject([{ propertyPath: field, message: 'Please specify a value.' }]);
    for (const language of ['fr', 'nl'] as const)
      expectTranslated(language, await problem(language), english);
  });

  it('creates a new session instead of reusing the browser’s existing one', async () => {
    const person = await app.participant();
    const first = await person.send({ method: 'GET', url: '/platform/api/person_infos/me' });
    expect(first.statusCode).toBe(200);
    const before = await sessionIds();
    await person.call(sessions.signIn, { body: { username: person.email, password: newPerson().password } });
    const after = await sessionIds();
    expect(after).toHaveLength(before.length);
    expect(after).not.toEqual(before);
  });

  it('is blocked for 15 minutes after ten wrong passwords, but only for this account', async () => {
    const person = await app.participant();
    const other = await app.participant();
    const attempt = (password: string) =>
      app.browser().send({
        method: 'POST',
        url: '/global-challenge-login',
        payload: { username: person.email, password },
        remoteAddress: '10.0.0.7',
      });
    for (let count = 0; count < 10; count += 1)
      expect((await attempt(`wrong ${count}`)).statusCode).toBe(401);
    const refused = await attempt(newPerson().password);
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    await other.call(sessions.signIn, { body: { username: other.email, password: newPerson().password } });
  });
});

describe('signing in behind a TLS proxy', () => {
  it('sets an https-only cookie, even if the proxy does not forward the protocol', async () => {
    const secured = await testApp({ publicUrl: 'https://challenge.example.com/' });
    const { email } = await secured.participant();
    const response = await secured.browser().send({
      method: 'POST',
      url: '/global-challenge-login',
      payload: { username: email, password: newPerson().password },
    });
    expect(String(response.headers['set-cookie'])).toMatch(/session=.*; Secure/);
    expect(response.headers['strict-transport-security']).toBe('max-age=31536000');
    const entry = await secured.browser().send({ method: 'GET', url: '/platform/api' });
    expect(entry.headers.link).toContain('<https://challenge.example.com/platform/api/docs.jsonld>');
    await secured.close();
  });
});

describe('many concurrent wrong passwords', () => {
  it('are counted like consecutive attempts: only ten are checked', async () => {
    const { email } = await app.participant();
    const attempts = Array.from({ length: 30 }, (_, count) =>
      app.browser().send({
        method: 'POST',
        url: '/global-challenge-login',
        payload: { username: email, password: `wrong ${count}` },
        remoteAddress: '10.0.0.9',
      }),
    );
    const statuses = (await Promise.all(attempts)).map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(20);
  });
});

describe('signing out', () => {
  // spec: call navigation /logout
  it('ends the session and redirects to the start page', async () => {
    const person = await app.participant();
    const response = await person.send({ method: 'GET', url: '/logout' });
    expect(response.statusCode).toBe(302);
    expect(response.headers.location).toBe('/');
    expect((await person.refused(people.me, {})).status).toBe(401);
  });

  it('is refused if the request comes from another site', async () => {
    const person = await app.participant();
    await person.refused(sessions.signOut, {}, { 'sec-fetch-site': 'cross-site' });
    await person.call(people.me, {});
  });
});

describe('a session', () => {
  it('is extended once an hour', async () => {
    const person = await app.participant();
    await person.call(people.me, {});
    const atOnce = await person.send({ method: 'GET', url: '/platform/api/person_infos/me' });
    expect(atOnce.headers['set-cookie']).toBeUndefined();
    app.clock.now = app.clock.now.add({ hours: 1 });
    const later = await person.send({ method: 'GET', url: '/platform/api/person_infos/me' });
    expect(String(later.headers['set-cookie'])).toMatch(/session=.*Expires=/);
  });

  it('is extended even by a call whose response is in memory, and such a call deletes the cookie of an ended session', async () => {
    const [person, other] = [await app.participant(), await app.participant()];
    app.clock.now = app.clock.now.add({ hours: 1 });
    const get = (cookie: string, url: string) =>
      app.browser().send({ method: 'GET', url, headers: { cookie } });
    const challenges = '/platform/api/challenges';
    const first = await get(other.cookie(), challenges);
    const saved = vi.fn();
    (app.database.pool as NodeJS.EventEmitter).on(writeEvent, saved);
    const extended = await get(person.cookie(), challenges);
    const again = await get(person.cookie(), challenges);
    expect([extended.body, again.body]).toEqual([first.body, first.body]);
    expect(String(extended.headers['set-cookie'])).toMatch(/session=.*Expires=/);
    expect(again.headers['set-cookie']).toBeUndefined();
    expect(saved).toHaveBeenCalledTimes(1);

    const cookie = person.cookie();
    await person.send({ method: 'GET', url: '/logout' });
    const configs = '/platform/api/configs';
    await get(other.cookie(), configs);
    const ended = await get(cookie, configs);
    expect(ended.cookies).toEqual([expect.objectContaining({ name: 'session', value: '' })]);
  });

  it('ends half a year after the sign-in, however often it is used', async () => {
    const person = await app.participant();
    const before = app.clock.now;
    app.clock.now = before.add({ hours: 181 * 24 });
    await person.call(people.me, {});
    await person.call(sessions.endOthers, {});
    app.clock.now = before.add({ hours: 183 * 24 });
    expect((await person.refused(people.me, {})).status).toBe(401);
    expect(await sessionIds()).not.toContain(person.cookie().match(/session=([^.;]+)/)?.[1]);
    app.clock.now = before;
    expect((await person.refused(people.me, {})).status).toBe(401);
  });
});

async function sessionIds(): Promise<string[]> {
  const rows = await app.database.db.selectFrom('sessions').select('sid').orderBy('sid').execute();
  return rows.map(({ sid }) => sid);
}
