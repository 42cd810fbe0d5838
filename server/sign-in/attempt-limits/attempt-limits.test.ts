import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as accounts from '../../../contract/accounts.ts';
import * as passwords from '../../../contract/passwords.ts';
import * as secondFactor from '../../../contract/second-factor.ts';
import * as sessions from '../../../contract/sessions.ts';
import { makeLink } from '../../people/mailed-links/mailed-link.ts';
import { codeAt } from '../../testing/authenticator.ts';
import { type Browser, idOf, newPerson, type TestApp, testApp } from '../../testing/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const right = newPerson().password;

const signIn = (browser: Browser, username: string, password: string, remoteAddress: string) =>
  browser.send({
    method: 'POST',
    url: sessions.signIn.path,
    payload: { username, password },
    remoteAddress,
  });
const statusOf = async (...attempt: Parameters<typeof signIn>) => (await signIn(...attempt)).statusCode;

/** Creates a person who has signed in with their browser, so that it is a known browser. */
async function personWithKnownBrowser() {
  const person = await app.participant();
  expect(await statusOf(person, person.email, right, '127.0.0.1')).toBe(200);
  return person;
}

/** Sets the number of recent failed attempts for the given key. */
const count = (key: string, points: number) =>
  sql`insert into failed_attempts values (${key}, ${points}, ${Date.now() + 900_000})
    on conflict (key) do update set points = excluded.points, expire = excluded.expire`.execute(
    app.database.db,
  );

describe('wrong passwords', () => {
  it('from one address do not lock out the account’s owner elsewhere', async () => {
    const { email } = await app.participant();
    for (let tried = 0; tried < 10; tried += 1)
      expect(await statusOf(app.browser(), email, `wrong ${tried}`, '10.0.0.7')).toBe(401);
    expect(await statusOf(app.browser(), email, right, '10.0.0.7')).toBe(429);
    expect(await statusOf(app.browser(), email, right, '10.0.0.8')).toBe(200);
  });

  it('from many addresses block the account in unknown browsers only', async () => {
    const person = await personWithKnownBrowser();
    await count(`account:${person.email}`, 99);
    expect(await statusOf(app.browser(), person.email, 'wrong', '10.0.1.1')).toBe(401);
    const refused = await signIn(app.browser(), person.email, right, '10.0.1.2');
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused.json().detail).toMatch(/try again in \d+ minutes?\./);
    // A browser that is known only for another account is blocked too.
    expect(await statusOf(await personWithKnownBrowser(), person.email, right, '10.0.1.3')).toBe(429);
    // A browser that the person has signed in with is not blocked, even from a blocked address.
    await count('address:10.0.1.4', 50);
    expect(await statusOf(person, person.email, right, '10.0.1.4')).toBe(200);
  });

  it('get the same responses for existing and unknown accounts', async () => {
    const nobody = 'nobody-at-all@example.com';
    const { email } = await app.participant();
    const answers = async (username: string, address: string) => {
      const received = [];
      for (let tried = 0; tried < 11; tried += 1) {
        const { statusCode, body, headers } = await signIn(app.browser(), username, 'wrong', address);
        received.push([statusCode, body.replace(/\d+ minutes?/, ''), Object.keys(headers).sort()]);
      }
      return received;
    };
    expect(await answers(nobody, '10.0.2.1')).toEqual(await answers(email, '10.0.2.2'));
  });

  it('block a known browser after ten attempts, but no other browser', async () => {
    const person = await personWithKnownBrowser();
    for (let tried = 0; tried < 10; tried += 1)
      expect(await statusOf(person, person.email, `wrong ${tried}`, `10.0.3.${tried}`)).toBe(401);
    expect(await statusOf(person, person.email, right, '10.0.3.99')).toBe(429);
    expect(await statusOf(app.browser(), person.email, right, '10.0.3.99')).toBe(200);
  });

  it('block every browser after a password reset, which makes all browsers unknown', async () => {
    const person = await personWithKnownBrowser();
    const slug = await makeLink(app.database.db, idOf(person), 'reset-password', app.clock.now);
    const body = { password: 'a completely new password' };
    await app.browser().call(passwords.reset, { params: { slug }, body });
    await count(`account:${person.email}`, 100);
    expect(await statusOf(person, person.email, body.password, '10.0.4.1')).toBe(429);
  });

  it('also block a browser with a forged known-browser cookie', async () => {
    const { email } = await app.participant();
    await count(`account:${email}`, 100);
    for (const forged of ['x', `${'A'.repeat(200)}`, '%00', '"']) {
      const headers = { cookie: `known-browser=${forged}` };
      const answer = await app.browser().send({
        method: 'POST',
        url: sessions.signIn.path,
        payload: { username: email, password: right },
        headers,
      });
      expect(answer.statusCode).toBe(429);
    }
  });
});

describe('an IPv6 address', () => {
  const forgot = async (email: string, remoteAddress: string) =>
    (
      await app
        .browser()
        .send({ method: 'POST', url: passwords.forgot.path, payload: { email }, remoteAddress })
    ).statusCode;

  it('is counted by its /64 network', async () => {
    for (let number = 1; number <= 20; number += 1)
      expect(await forgot(`v6-${number}@example.com`, `2001:db8:0:7::${number.toString(16)}`)).toBe(200);
    expect(await forgot('v6-21@example.com', '2001:db8:0:7:ffff:ffff:ffff:ffff')).toBe(429);
    expect(await forgot('v6-22@example.com', '2001:DB8:0000:7::1%eth0')).toBe(429);
    expect(await forgot('v6-23@example.com', '2001:db8:0:8::1')).toBe(200);
  });

  it('is counted as an IPv4 address if it is IPv4-mapped', async () => {
    await count('forgot-address:10.5.5.5', 20);
    expect(await forgot('mapped-1@example.com', '::ffff:10.5.5.5')).toBe(429);
    expect(await forgot('mapped-2@example.com', '::ffff:a05:505')).toBe(429);
    expect(await forgot('mapped-3@example.com', '::ffff:10.5.5.6')).toBe(200);
  });
});

describe('wrong two-factor codes', () => {
  const step = (browser: Browser, code: string, remoteAddress: string) =>
    browser.send({ method: 'POST', url: secondFactor.step.path, payload: { code }, remoteAddress });

  it('from one address do not lock out the account’s owner elsewhere', async () => {
    const person = await app.participant();
    const { secret } = await person.call(secondFactor.begin, { body: { password: right } });
    const { now } = app.clock;
    await person.call(secondFactor.confirm, { body: { code: await codeAt(secret, now) } });
    app.clock.now = now.add({ minutes: 2 });
    const guessing = app.browser();
    expect(await statusOf(guessing, person.email, right, '10.0.6.1')).toBe(200);
    for (let tried = 0; tried < 10; tried += 1)
      expect((await step(guessing, '000000', '10.0.6.1')).statusCode).toBe(422);
    expect((await step(guessing, '000000', '10.0.6.1')).statusCode).toBe(429);
    const elsewhere = app.browser();
    expect(await statusOf(elsewhere, person.email, right, '10.0.6.2')).toBe(200);
    expect((await step(elsewhere, await codeAt(secret, app.clock.now), '10.0.6.2')).statusCode).toBe(200);

    // After wrong codes from many addresses, only a known browser can complete the sign-in.
    app.clock.now = now.add({ minutes: 4 });
    await count(`second-step:${idOf(person)}`, 30);
    const stranger = app.browser();
    expect(await statusOf(stranger, person.email, right, '10.0.6.3')).toBe(200);
    expect((await step(stranger, await codeAt(secret, app.clock.now), '10.0.6.3')).statusCode).toBe(429);
    expect(await statusOf(elsewhere, person.email, right, '10.0.6.4')).toBe(200);
    expect((await step(elsewhere, await codeAt(secret, app.clock.now), '10.0.6.4')).statusCode).toBe(200);
  });
});

describe('sign-ups from one network address', () => {
  const signUp = (number: number, remoteAddress: string) =>
    app.browser().send({
      method: 'POST',
      url: accounts.signUp.path,
      payload: newPerson({ email: `newcomer-${number}@example.com` }),
      remoteAddress,
    });

  it('are limited to a thousand in 15 minutes', async () => {
    await count('sign-up:10.0.7.1', 999);
    expect((await signUp(1, '10.0.7.1')).statusCode).toBe(201);
    const refused = await signUp(2, '10.0.7.1');
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused.json().detail).toMatch(/try again in \d+ minutes?\./);
    expect((await signUp(3, '10.0.7.2')).statusCode).toBe(201);
  });
});
