import { afterAll, beforeAll, expect, it } from 'vitest';
import * as accounts from '../../../contract/accounts.ts';
import * as passwords from '../../../contract/passwords.ts';
import * as sessions from '../../../contract/sessions.ts';
import { smtpMailer } from '../../kit/mail.ts';
import { type Mailbox, startMailbox, startMailing } from '../../testing/mailbox.ts';
import { newPerson, type TestApp, testApp } from '../../testing/test-app.ts';

let app: TestApp;
let mailbox: Mailbox;
let mailing: Awaited<ReturnType<typeof startMailing>>;

beforeAll(async () => {
  app = await testApp();
  mailbox = await startMailbox();
  mailing = await startMailing(app, smtpMailer(mailbox.url, 'no-reply@example.com'));
  await setVerification('"required"');
});
afterAll(async () => {
  await mailing.stop();
  await mailbox.goDown();
  await app.close();
});

const setVerification = (value: string) =>
  app.database.db
    .insertInto('configs')
    .values({ key: 'emailVerification', value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();

const signUp = (email: string, language = 'en') =>
  app.browser().call(accounts.signUp, { body: newPerson({ email, language }) });
const refusedSignIn = (username: string, language = 'en', password = newPerson().password) =>
  app.browser().refused(sessions.signIn, { body: { username, password } }, { 'accept-language': language });
const signIn = (username: string) =>
  app.browser().call(sessions.signIn, { body: { username, password: newPerson().password } });
const pathOf = (links: string[]) => new URL(links[0] ?? '').pathname.replace('/club', '');
/** Follows a link from a webmail page, which the browser reports as a cross-site navigation. */
const follow = (url: string) =>
  app.browser().send({
    method: 'GET',
    url,
    headers: { accept: 'text/html', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
  });

it.each([
  ['en', 'Activate your Global Challenge account'],
  ['fr', 'Activez votre compte Global Challenge'],
  ['nl', 'Activeer je account bij Global Challenge'],
])('sends an email in %s with a link that activates the account', async (language, subject) => {
  const email = `${language}@example.com`;
  expect(await signUp(email, language)).toMatchObject({ activated: false });
  const { links, ...mail } = await mailbox.mailTo(email);
  expect(mail.subject).toBe(subject);
  expect(mail.text).toContain(links[0]);
  const followed = await follow(pathOf(links));
  expect(followed.statusCode).toBe(302);
  expect(followed.headers.location).toBe('/?activated=1');
  expect(await signIn(email)).toMatchObject({ language });
});

it('sends up to three more activation emails to somebody who signs in before activating their account, and says so', async () => {
  const email = 'early@example.com';
  await signUp(email);
  const first = await mailbox.mailTo(email);
  expect((await refusedSignIn(email, 'en', 'not the right password')).status).toBe(401);
  const english = await refusedSignIn(email);
  expect(english.status).toBe(403);
  expect(english.detail).toContain('has not been activated yet');
  const details = [english.detail, (await refusedSignIn(email, 'fr')).detail];
  details.push((await refusedSignIn(email, 'nl')).detail, (await refusedSignIn(email, 'nl')).detail);
  expect(new Set(details).size).toBe(3);
  const last = await mailbox.mailTo(email, 4);
  await signUp('after-early@example.com');
  await mailbox.mailTo('after-early@example.com');
  expect(mailbox.mails.filter(({ recipients }) => recipients.includes(email))).toHaveLength(4);
  expect((await follow(pathOf(last.links))).headers.location).toBe('/?activated=1');
  // The links in the other emails no longer work.
  expect((await follow(pathOf(first.links))).headers.location).toBe('/?activated=0');
  await signIn(email);
});

it('redirects to the sign-in page for a used or expired link, and returns 404 to API clients', async () => {
  const email = 'late@example.com';
  await signUp(email);
  const { links } = await mailbox.mailTo(email);
  const started = app.clock.now;
  app.clock.now = started.add({ hours: 72 });
  const late = await follow(pathOf(links));
  expect(late.headers.location).toBe('/?activated=0');
  const slug = pathOf(links).split('/').at(-1) ?? '';
  expect((await app.browser().refused(passwords.activate, { params: { slug } })).status).toBe(404);
  expect((await refusedSignIn(email)).status).toBe(403);
  app.clock.now = started.add({ hours: 71 });
  expect((await follow(pathOf(links))).headers.location).toBe('/?activated=1');
  app.clock.now = started;
});

it('activates the account when a password is reset, but does not let an activation link set a password', async () => {
  const email = 'forgetful@example.com';
  await signUp(email);
  const activation =
    pathOf((await mailbox.mailTo(email)).links)
      .split('/')
      .at(-1) ?? '';
  const body = { password: newPerson().password };
  const misused = await app.browser().refused(passwords.reset, { params: { slug: activation }, body });
  expect(misused.status).toBe(404);
  await app.browser().call(passwords.forgot, { body: { email } });
  const slug =
    pathOf((await mailbox.mailTo(email, 2)).links)
      .split('/')
      .at(-1) ?? '';
  await app.browser().call(passwords.reset, { params: { slug }, body });
  await signIn(email);
});

it('creates no account and sends no email if the sign-up is refused', async () => {
  const email = 'refused@example.com';
  const body = newPerson({ email, guestCode: 'NOPE' });
  expect((await app.browser().refused(accounts.signUp, { body })).status).toBe(422);
  await signUp('after-refused@example.com');
  await mailbox.mailTo('after-refused@example.com');
  expect(mailbox.mails.flatMap(({ recipients }) => recipients)).not.toContain(email);
});

it('skips activation if it is not required', async () => {
  await setVerification('"off"');
  expect(await signUp('at-once@example.com')).toMatchObject({ activated: true });
  await signIn('at-once@example.com');
});
