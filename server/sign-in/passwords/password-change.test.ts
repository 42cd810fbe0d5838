import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as passwords from '../../../contract/passwords.ts';
import * as people from '../../../contract/people.ts';
import * as sessions from '../../../contract/sessions.ts';
import { smtpMailer } from '../../kit/mail.ts';
import { makeLink } from '../../people/mailed-links/mailed-link.ts';
import { type Mailbox, startMailbox, startMailing } from '../../testing/mailbox.ts';
import { sendingApp } from '../../testing/sending-app.ts';
import { type Browser, idOf, newPerson, type TestApp, testApp } from '../../testing/test-app.ts';

let app: TestApp;
let mailbox: Mailbox;
let mailing: Awaited<ReturnType<typeof startMailing>>;

beforeAll(async () => {
  app = await testApp();
  mailbox = await startMailbox();
  mailing = await startMailing(app, smtpMailer(mailbox.url, 'Global Challenge <no-reply@example.com>'));
});
afterAll(async () => {
  await mailing.stop();
  await mailbox.goDown();
  await app.close();
});

const old = newPerson().password;
const password = 'a completely new password';
const day = { days: [{ date: '2026-11-20', steps: 1000 }] };

const signIn = (browser: Browser, username: string, typed: string) =>
  browser.send({ method: 'POST', url: sessions.signIn.path, payload: { username, password: typed } });
const change = (person: Browser, body: object = {}) =>
  person.send({
    method: 'POST',
    url: passwords.change.path,
    payload: { currentPassword: old, password, ...body },
  });

describe('a password change', () => {
  it('ends all other sessions, but keeps the current session and the personal tokens', async () => {
    const person = await app.participant();
    const other = app.browser();
    await signIn(other, person.email, old);
    const phone = await sendingApp(person, app.browser());
    const answer = await change(person);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()['hydra:message']).not.toMatch(/token/);
    await person.call(people.me, {});
    expect((await other.refused(people.me, {})).status).toBe(401);
    await phone.send(day);
    expect((await signIn(app.browser(), person.email, old)).statusCode).toBe(401);
    expect((await signIn(app.browser(), person.email, password)).statusCode).toBe(200);
    const mail = await mailbox.mailTo(person.email);
    expect(mail.subject).toBe('Your password has been changed');
    expect(mail.text).not.toContain('token');
  });

  it('revokes personal tokens on request, and returns how many it revoked', async () => {
    const person = await app.participant();
    const phone = await sendingApp(person, app.browser());
    const answer = await change(person, { endTokens: true });
    expect(answer.json()['hydra:message']).toContain('1 personal token no longer works');
    expect(await phone.refused(day)).toMatchObject({ status: 401 });
    expect((await mailbox.mailTo(person.email)).text).toContain('1 personal token no longer works');
  });

  it('invalidates links that were mailed earlier', async () => {
    const person = await app.participant();
    const slug = await makeLink(app.database.db, idOf(person), 'reset-password', app.clock.now);
    await change(person);
    expect((await app.browser().refused(passwords.resetLink, { params: { slug } })).status).toBe(404);
  });

  it.each([
    [{ currentPassword: 'not this one' }, 'currentPassword', 'password.wrong'],
    [{ password: 'short' }, 'password', 'password.tooShort'],
    [{ password: 'password123' }, 'password', 'password.common'],
    [{ password: '!Sunshine-2026' }, 'password', 'password.common'],
    [{ password: 'Example.com 2026!' }, 'password', 'password.ownName'],
    [{ currentPassword: '' }, 'currentPassword', 'value.required'],
  ])('is refused for %o', async (body, propertyPath, code) => {
    const person = await app.participant();
    const answer = await change(person, body);
    expect(answer.statusCode).toBe(422);
    expect(answer.json().violations).toMatchObject([{ propertyPath, code }]);
    expect((await signIn(app.browser(), person.email, old)).statusCode).toBe(200);
  });

  it('is limited to ten attempts in 15 minutes', async () => {
    const person = await app.participant();
    for (let tried = 0; tried < 10; tried += 1)
      expect((await change(person, { currentPassword: `wrong ${tried}` })).statusCode).toBe(422);
    expect((await change(person)).statusCode).toBe(429);
  });

  it('succeeds only once if two requests are sent concurrently', async () => {
    const person = await app.participant();
    const statuses = (await Promise.all([change(person), change(person)])).map(
      ({ statusCode }) => statusCode,
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
  });

  it('requires a mailed link if the person has no password yet', async () => {
    const person = await app.participant();
    await app.database.db
      .updateTable('people')
      .set({ password_hash: null })
      .where('email', '=', person.email)
      .execute();
    expect((await change(person)).statusCode).toBe(409);
    await person.call(passwords.forgot, { body: { email: person.email } });
    const slug = (await mailbox.mailTo(person.email)).links[0]?.split('/').at(-1) ?? '';
    await app.browser().call(passwords.reset, { params: { slug }, body: { password } });
    expect((await signIn(app.browser(), person.email, password)).statusCode).toBe(200);
  });
});
