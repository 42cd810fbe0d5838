import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as managed from '../../../contract/managed/people.ts';
import { makeLink } from '../../people/mailed-links/mailed-link.ts';
import { type HttpBrowser, httpBrowser } from '../../testing/http-browser.ts';
import { type TestProvider, testProvider } from '../../testing/identity-provider.ts';
import { type Browser, newPerson } from '../../testing/test-app.ts';

const named = { given_name: 'Ann', family_name: 'Peeters' };
const subjects = {
  invited: { ...named, email: 'Invited@example.com', email_verified: true },
  unverified: { ...named, email: 'unverified@example.com', email_verified: false },
  silent: { ...named, email: 'silent@example.com' },
  member: { ...named, email: 'member@example.com', email_verified: true },
  proven: { ...named, email: 'proven@example.com', email_verified: true },
  squatted: { ...named, email: 'squatted@example.com', email_verified: true },
  gone: { ...named, email: 'gone@example.com', email_verified: true },
};

let trusted: TestProvider;
let organiser: Browser;

beforeAll(async () => {
  trusted = await testProvider(subjects, { trusted: true, mailDomains: [] });
  organiser = await trusted.app.organiser();
});
afterAll(() => trusted.close());

const invite = (email: string, by = organiser) =>
  by.call(managed.create, {
    body: { givenName: 'Ann', surname: 'Peeters', email, language: 'fr', invite: false },
  });
const account = (email: string, { app } = trusted) =>
  app.database.db.selectFrom('people').selectAll().where('email', '=', email).executeTakeFirstOrThrow();
const signUp = (email: string) =>
  trusted.app.browser().send({
    method: 'POST',
    url: '/club/platform/api/sign_up_requests',
    payload: newPerson({ email }),
  });
const signIn = (email: string) =>
  trusted.app.browser().send({
    method: 'POST',
    url: '/club/global-challenge-login',
    payload: { username: email, password: newPerson().password },
  });
const isIn = async (browser: HttpBrowser, { address } = trusted) =>
  (await browser.send(`${address}platform/api/person_infos/me`)).status === 200;
const asked = async (browser: HttpBrowser, { address } = trusted) => {
  const answer = await browser.send(`${address}gc/registration/identity/waiting`);
  return answer.status === 200 ? ((await answer.json()) as { asks: string }).asks : answer.status;
};
const post = (path: string, body: object, browser: HttpBrowser, { address } = trusted) =>
  browser.send(`${address}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

describe('a trusted identity provider that has verified the address', () => {
  it('signs an invited person in immediately, and revokes the mailed link', async () => {
    const { id } = await invite('invited@example.com');
    const link = await makeLink(trusted.app.database.db, id, 'invite', trusted.app.clock.now);
    const browsers = [httpBrowser(), httpBrowser()];
    // The person signs in concurrently from two tabs.
    const ends = await Promise.all(
      browsers.map((browser) => trusted.signIn(browser, 'invited', '/club/our-challenges')),
    );
    for (const at of ends) expect(at.href).toBe(`${trusted.address}our-challenges`);
    for (const browser of browsers) expect(await isIn(browser)).toBe(true);
    expect(await account('invited@example.com')).toMatchObject({
      id,
      activated_at: expect.anything(),
      password_hash: null,
    });
    const used = await post(
      `global-challenge-reset-password/${link}`,
      { password: newPerson().password },
      httpBrowser(),
    );
    expect(used.status).toBe(404);
  });

  it('links an account that was activated by a mailed link, and keeps its password', async () => {
    await signUp('proven@example.com');
    const { id } = await account('proven@example.com');
    await trusted.app.database.db
      .updateTable('people')
      .set({ activated_at: trusted.app.clock.now.add({ minutes: 5 }).toString() })
      .where('id', '=', id)
      .execute();
    const browser = httpBrowser();
    await trusted.signIn(browser, 'proven');
    expect(await isIn(browser)).toBe(true);
    expect((await signIn('proven@example.com')).statusCode).toBe(200);
  });

  it('requires the password of an account that was activated without a mailed link', async () => {
    await signUp('member@example.com');
    const browser = httpBrowser();
    await trusted.signIn(browser, 'member');
    expect([await isIn(browser), await asked(browser)]).toEqual([false, 'password']);
  });

  it('removes the password that somebody else set when signing up with the address', async () => {
    const verify = { key: 'emailVerification', value: '"required"' };
    await trusted.app.database.db.insertInto('configs').values(verify).execute();
    await signUp('squatted@example.com');
    await trusted.app.database.db.deleteFrom('configs').where('key', '=', 'emailVerification').execute();
    expect((await signIn('squatted@example.com')).statusCode).toBe(403);
    const browser = httpBrowser();
    await trusted.signIn(browser, 'squatted');
    expect(await isIn(browser)).toBe(true);
    expect((await signIn('squatted@example.com')).statusCode).toBe(401);
  });

  it('refuses deactivated people', async () => {
    const { id } = await invite('gone@example.com');
    await organiser.call(managed.deactivate, { params: { id }, body: {} });
    const at = await trusted.signIn(httpBrowser(), 'gone');
    expect(at.searchParams.get('sign-in-failed')).toBe('deactivated');
  });
});

describe('an identity provider that is untrusted or has not verified the address', () => {
  it('opens no account if it is trusted but has not verified the address, or does not say whether it has', async () => {
    for (const subject of ['unverified', 'silent'] as const) {
      const { id } = await invite(`${subject}@example.com`);
      const browser = httpBrowser();
      const at = await trusted.signIn(browser, subject);
      expect(at.searchParams.get('sign-in-failed')).toBe('unverified');
      expect(await isIn(browser)).toBe(false);
      expect(await account(`${subject}@example.com`)).toMatchObject({ id, activated_at: null });
    }
  });

  it('opens no account if it marks the address as unverified, even with trustAddresses', async () => {
    const test = await testProvider(subjects, { trusted: true, trustAddresses: true });
    const by = await test.app.organiser();
    for (const email of ['unverified@example.com', 'silent@example.com']) await invite(email, by);
    const [denied, silent] = [httpBrowser(), httpBrowser()];
    await test.signIn(denied, 'unverified');
    expect([await isIn(denied, test), await asked(denied, test)]).toEqual([false, 'firstPassword']);
    await test.signIn(silent, 'silent');
    expect(await isIn(silent, test)).toBe(true);
    await test.close();
  });

  it('opens no account if it is untrusted, and requires the person to choose a password first', async () => {
    const test = await testProvider(subjects);
    await invite('invited@example.com', await test.app.organiser());
    const browser = httpBrowser();
    await test.signIn(browser, 'invited');
    expect([await isIn(browser, test), await asked(browser, test)]).toEqual([false, 'firstPassword']);
    const tried = await post('gc/registration/identity/link', { password: 'a guess of mine' }, browser, test);
    expect(tried.status).toBe(401);
    expect((await account('invited@example.com', test)).activated_at).toBeNull();
    await test.close();
  });
});
