import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Language } from '../../../contract/kit/fields.ts';
import * as passwords from '../../../contract/passwords.ts';
import * as people from '../../../contract/people.ts';
import * as sessions from '../../../contract/sessions.ts';
import { smtpMailer } from '../../kit/mail.ts';
import { makeLink } from '../../people/mailed-links/mailed-link.ts';
import { type Mailbox, startMailbox, startMailing } from '../../testing/mailbox.ts';
import { newPerson, type TestApp, testApp } from '../../testing/test-app.ts';
import { expectTranslated } from '../../testing/translated.ts';

const password = 'a completely new password';

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

let places = 0;

/** Requests a reset link, each time from a different network address. */
async function forgot(email: string): Promise<unknown> {
  places += 1;
  const response = await app.browser().send({
    method: 'POST',
    url: passwords.forgot.path,
    payload: { email },
    remoteAddress: `10.0.${Math.floor(places / 250)}.${places % 250}`,
  });
  expect(response.statusCode).toBe(200);
  return response.json();
}

const reset = (slug: string, body = { password }) =>
  app.browser().send({ method: 'POST', url: `/global-challenge-reset-password/${slug}`, payload: body });
const openLink = (slug: string) =>
  app.browser().send({ method: 'GET', url: `/global-challenge-reset-password/${slug}` });
const signIn = async (username: string, typed: string) =>
  (
    await app.browser().send({
      method: 'POST',
      url: '/global-challenge-login',
      payload: { username, password: typed },
    })
  ).statusCode;

/** Returns the secret part of the link in an email. */
const secretOf = ({ links }: { links: string[] }) => links[0]?.split('/').at(-1) ?? '';

/** Creates a reset link without sending an email. */
async function linkFor({ iri }: { iri: string }): Promise<string> {
  return makeLink(app.database.db, Number(iri.split('/').at(-1)), 'reset-password', app.clock.now);
}

/** Changes a person's account data. */
const change = (email: string, changes: object) =>
  app.database.db.updateTable('people').set(changes).where('email', '=', email).execute();

describe('requesting a password reset', () => {
  // spec: call POST /global-challenge-forgot-password
  it.each<[Language, string, string]>([
    ['en', 'Choose a new password for Global Challenge', 'Hello Anneke,'],
    ['fr', 'Choisissez un nouveau mot de passe pour Global Challenge', 'Bonjour Anneke,'],
    ['nl', 'Kies een nieuw wachtwoord voor Global Challenge', 'Hallo Anneke,'],
  ])(
    'sends an email in %s, the person’s language, as HTML and as text',
    async (language, subject, greeting) => {
      const { email } = await app.participant('Anneke');
      await change(email, { language });
      await forgot(email.toUpperCase());
      const mail = await mailbox.mailTo(email);
      expect(mail).toMatchObject({ subject, to: [{ address: email }] });
      expect(mail.html).toContain(`<html lang="${language}">`);
      const [link = ''] = mail.links;
      expect(link).toMatch(/^https:\/\/challenge\.example\.com\/club\/reset-password\/[\w-]{43}$/);
      expect(new Set(mail.links)).toEqual(new Set([link]));
      for (const part of [mail.html, mail.text]) {
        expect(part).toContain(greeting);
        expect(part).toContain(link);
      }
      expect(mail.text).not.toContain('<');
    },
  );

  it('returns the same response and does the same work whether or not the address has an account', async () => {
    const { email } = await app.participant();
    const jobs = async () =>
      (await app.database.pool.query("select data from jobs.job where name = 'link-mails'")).rows;
    const before = (await jobs()).length;
    const known = await forgot(email);
    const unknown = await forgot('nobody-here@example.com');
    expect(unknown).toEqual(known);
    const made = (await jobs()).slice(before).map(({ data }) => Object.keys(data));
    expect(made).toEqual([
      ['purpose', 'personId'],
      ['purpose', 'personId'],
    ]);
    await mailbox.mailTo(email);
    // When this email arrives, every job enqueued earlier has run.
    await forgot(email);
    await mailbox.mailTo(email, 2);
    expect(mailbox.mails.flatMap(({ recipients }) => recipients)).not.toContain('nobody-here@example.com');
  });

  it('stores the link only as a hash', async () => {
    const { email } = await app.participant();
    await forgot(email);
    const link = secretOf(await mailbox.mailTo(email));
    const rows = await app.database.pool.query(
      `select to_jsonb(m)::text as text from mailed_links m union all select to_jsonb(j)::text from jobs.job j`,
    );
    const kept = rows.rows.map(({ text }) => text).join('\n');
    expect(kept).toContain('token_hash');
    expect(kept).not.toContain(link);
    expect(kept).not.toContain(email);
  });

  // spec: rule forgot password, text value required
  it('requires an email address, with an error message in three languages', async () => {
    const problem = (language: string) =>
      app.browser().refused(passwords.forgot, { body: { email: ' ' } }, { 'accept-language': language });
    const english = await problem('en');
    expect(english.violations).toMatchObject([{ propertyPath: 'email', message: 'Please specify a value.' }]);
    for (const language of ['fr', 'nl'] as const)
      expectTranslated(language, await problem(language), english);
  });

  it('refuses an invalid email address', async () => {
    for (const email of ['nobody', 'no body@example.com', 'nobody@', '@example.com']) {
      const { status, violations } = await app.browser().refused(passwords.forgot, { body: { email } });
      expect([email, status]).toEqual([email, 422]);
      expect(violations).toMatchObject([{ propertyPath: 'email', code: 'email.invalid' }]);
    }
    // An unusual address is accepted, as it may belong to an account.
    await app.browser().call(passwords.forgot, { body: { email: 'jürgen&co@büro' } });
  });

  it('is limited to five requests per account and twenty per network address in 15 minutes', async () => {
    const ask = async (email: string, remoteAddress: string) =>
      app.browser().send({
        method: 'POST',
        url: passwords.forgot.path,
        payload: { email },
        remoteAddress,
      });
    for (let count = 0; count < 5; count += 1)
      expect((await ask('often@example.com', '10.1.0.1')).statusCode).toBe(200);
    const refused = await ask('OFTEN@example.com', '10.1.0.2');
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    for (let count = 0; count < 20; count += 1)
      expect((await ask(`guess-${count}@example.com`, '10.1.0.3')).statusCode).toBe(200);
    expect((await ask('one-more@example.com', '10.1.0.3')).statusCode).toBe(429);
  });
});

describe('a password reset link', () => {
  // spec: call GET /global-challenge-reset-password/{slug}
  // spec: call POST /global-challenge-reset-password/{slug}
  it('sets a new password once, ends every session, and then returns 404', async () => {
    const person = await app.participant();
    const elsewhere = app.browser();
    const old = { username: person.email, password: newPerson().password };
    await elsewhere.call(sessions.signIn, { body: old });
    const stranger = await app.participant();
    await forgot(person.email);
    const link = secretOf(await mailbox.mailTo(person.email));

    const usable = await app.browser().call(passwords.resetLink, { params: { slug: link } });
    expect(usable).toEqual({
      'hydra:message': 'Choose a new password for your account.',
      isInvitation: false,
      email: person.email,
    });
    const done = await app.browser().call(passwords.reset, { params: { slug: link }, body: { password } });
    expect(done['hydra:message']).toBe('Your password has been changed. You can sign in with it now.');

    for (const browser of [person, elsewhere])
      expect((await browser.refused(people.me, {})).status).toBe(401);
    await stranger.call(people.me, {});
    expect(await signIn(person.email, old.password)).toBe(401);
    expect(await signIn(person.email, password)).toBe(200);
    expect((await openLink(link)).statusCode).toBe(404);
    expect((await reset(link)).statusCode).toBe(404);
  });

  it.each([
    ['fr', 'Votre mot de passe a été modifié. Vous pouvez maintenant l’utiliser pour vous connecter.'],
    ['nl', 'Je wachtwoord is gewijzigd. Je kunt je er nu mee aanmelden.'],
  ])('responds with a message in %s if that language is requested', async (language, message) => {
    const response = await app.browser().send({
      method: 'POST',
      url: `/global-challenge-reset-password/${await linkFor(await app.participant())}`,
      payload: { password },
      headers: { 'accept-language': language },
    });
    expect(response.json()).toEqual({ 'hydra:message': message });
  });

  it('expires after sixty minutes', async () => {
    const person = await app.participant();
    const started = app.clock.now;
    const first = await linkFor(person);
    app.clock.now = started.add({ minutes: 59 });
    expect((await openLink(first)).statusCode).toBe(200);
    app.clock.now = started.add({ minutes: 60 });
    expect((await openLink(first)).statusCode).toBe(404);
    expect((await reset(first)).statusCode).toBe(404);
    expect(await signIn(person.email, newPerson().password)).toBe(200);
  });

  it('invalidates the person’s other links when it is used', async () => {
    const person = await app.participant();
    const [first, second] = [await linkFor(person), await linkFor(person)];
    expect((await reset(second)).statusCode).toBe(200);
    expect((await reset(first)).statusCode).toBe(404);
  });

  // spec: rule reset password, text violations, call POST /global-challenge-reset-password/{slug}
  it.each([
    ['', 'Please specify a value.'],
    ['ninechars', 'The password should be at least 10 characters long.'],
    ['basketball', 'This is one of the most common passwords. Please choose another.'],
  ])('refuses %j as a password and can still be used', async (typed, message) => {
    const slug = await linkFor(await app.participant());
    const problem = (language: string) =>
      app
        .browser()
        .refused(
          passwords.reset,
          { params: { slug }, body: { password: typed } },
          { 'accept-language': language },
        );
    const english = await problem('en');
    expect(english).toMatchObject({ status: 422, violations: [{ propertyPath: 'password', message }] });
    for (const language of ['fr', 'nl'] as const)
      expectTranslated(language, await problem(language), english);
    expect((await reset(slug)).statusCode).toBe(200);
  });

  it('sets only one of several passwords that are sent concurrently', async () => {
    const person = await app.participant();
    const link = await linkFor(person);
    const typed = Array.from({ length: 6 }, (_, number) => `one of six passwords ${number}`);
    const answers = await Promise.all(typed.map((one) => reset(link, { password: one })));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404, 404, 404, 404, 404]);
    const winner = answers.findIndex(({ statusCode }) => statusCode === 200);
    expect(await signIn(person.email, typed[winner] ?? '')).toBe(200);
  });

  it('sets only one password if two of the person’s links are used concurrently', async () => {
    const person = await app.participant();
    const links = [await linkFor(person), await linkFor(person)];
    const answers = await Promise.all(links.map((link) => reset(link)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404]);
  });

  it('clears the person’s failed sign-in attempts', async () => {
    const person = await app.participant();
    for (let count = 0; count < 10; count += 1) await signIn(person.email, `wrong ${count}`);
    expect(await signIn(person.email, newPerson().password)).toBe(429);
    await reset(await linkFor(person));
    expect(await signIn(person.email, password)).toBe(200);
  });
});

describe('a password reset email during a mail server outage', () => {
  it('is sent with a working link once the server is up again', async () => {
    const { email } = await app.participant();
    await mailbox.goDown();
    const reported = mailing.reports.length;
    await forgot(email);
    await expect.poll(() => mailing.reports.length, { timeout: 20_000 }).toBeGreaterThan(reported);
    // The message ends with a status code if the server went down while it was receiving an earlier test's
    // email.
    expect(mailing.reports.at(-1)).toMatch(/^Error: the mail server rejected an email: \w+( \d{3})?$/);
    await mailbox.comeBack();
    const mail = await mailbox.mailTo(email);
    const kept = await app.database.db
      .selectFrom('people')
      .innerJoin('mailed_links', 'person_id', 'id')
      .select('purpose')
      .where('email', '=', email)
      .execute();
    expect(kept).toEqual([{ purpose: 'reset-password' }]);
    expect((await openLink(secretOf(mail))).statusCode).toBe(200);
  });
});
