import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { consentTexts } from '../../../contract/managed/consent-texts.ts';
import * as passwords from '../../../contract/passwords.ts';
import * as people from '../../../contract/people.ts';
import { roles } from '../../../contract/roles.ts';
import * as secondFactor from '../../../contract/second-factor.ts';
import * as sessions from '../../../contract/sessions.ts';
import { makeLink } from '../../people/mailed-links/mailed-link.ts';
import { codeAt } from '../../testing/authenticator.ts';
import { untilWaiting } from '../../testing/concurrently.ts';
import { type Browser, idOf, newPerson, type TestApp, testApp } from '../../testing/test-app.ts';
import { expectTranslated } from '../../testing/translated.ts';
import { endSessionsOf } from '../sessions/session.ts';

let app: TestApp;

beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const { password } = newPerson();
const later = (seconds: number) => {
  app.clock.now = app.clock.now.add({ seconds });
};
const codeNow = (secret: string, offsetSeconds = 0) =>
  codeAt(secret, app.clock.now.add({ seconds: offsetSeconds }));
const state = (person: Browser) => person.call(secondFactor.state, {});

/** Enrols a person, and returns them with their secret and recovery codes. */
async function enrolled() {
  const person = await app.participant();
  const { secret } = await person.call(secondFactor.begin, { body: { password } });
  const { recoveryCodes } = await person.call(secondFactor.confirm, {
    body: { code: await codeNow(secret) },
  });
  // Enrolling has used the code of the current time step.
  later(30);
  return { person, secret, recoveryCodes };
}

/** Returns a browser that has entered the right password but not yet the code. */
async function waiting(email: string) {
  const browser = app.browser();
  const answer = await browser.call(sessions.signIn, { body: { username: email, password } });
  expect(answer.secondFactor).toBe('code');
  return browser;
}
const step = (browser: Browser, code: string) => browser.call(secondFactor.step, { body: { code } });
const refusedStep = (browser: Browser, code: string, language = 'en') =>
  browser.refused(secondFactor.step, { body: { code } }, { 'accept-language': language });

describe('enrolling in two-factor authentication', () => {
  it('requires the password, accepts the app’s first code, and shows ten recovery codes once', async () => {
    const person = await app.participant();
    expect(await state(person)).toEqual({
      enrolledAt: null,
      isDemanded: false,
      hasPassword: true,
      recoveryCodesLeft: 0,
    });
    for (const [body, code] of [
      [{}, 'value.required'],
      [{ password: 'a wrong password' }, 'password.wrong'],
    ] as const)
      expect((await person.refused(secondFactor.begin, { body })).violations?.[0]).toMatchObject({
        propertyPath: 'password',
        code,
      });
    const { secret, address } = await person.call(secondFactor.begin, { body: { password } });
    expect(new URL(address).searchParams.get('secret')).toBe(secret);
    expect(decodeURIComponent(address)).toContain(person.email);
    const wrong = (language: string) =>
      person.refused(secondFactor.confirm, { body: { code: '000000' } }, { 'accept-language': language });
    const english = await wrong('en');
    expect(english.violations?.[0]).toMatchObject({ propertyPath: 'code', code: 'secondFactorCode.wrong' });
    for (const language of ['fr', 'nl'] as const) expectTranslated(language, await wrong(language), english);
    // Until the first code is confirmed, signing in requires no code.
    const other = await app.browser().call(sessions.signIn, { body: { username: person.email, password } });
    expect(other).toEqual({ language: 'en' });
    const code = await codeNow(secret);
    const { recoveryCodes } = await person.call(secondFactor.confirm, {
      body: { code: `${code.slice(0, 3)} ${code.slice(3)}` },
    });
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(await state(person)).toMatchObject({
      recoveryCodesLeft: 10,
      enrolledAt: app.clock.now.toString(),
    });
    expect((await person.refused(secondFactor.begin, { body: { password } })).status).toBe(409);
  });

  it('ends the sessions started without a code, except the current session', async () => {
    const person = await app.participant();
    const phone = app.browser();
    await phone.call(sessions.signIn, { body: { username: person.email, password } });
    const { secret } = await person.call(secondFactor.begin, { body: { password } });
    await person.call(secondFactor.confirm, { body: { code: await codeNow(secret) } });
    expect((await phone.refused(people.me, {})).status).toBe(401);
    await person.call(people.me, {});
  });

  it('is refused for a session that is ended concurrently', async () => {
    const person = await app.participant();
    const { secret } = await person.call(secondFactor.begin, { body: { password } });
    const code = await codeNow(secret);
    const { confirming } = await app.database.db.transaction().execute(async (tx) => {
      await endSessionsOf(tx, idOf(person));
      const confirming = person.refused(secondFactor.confirm, { body: { code } });
      await untilWaiting(app.database, 1);
      return { confirming };
    });
    expect((await confirming).status).toBe(401);
    const again = app.browser();
    expect(await again.call(sessions.signIn, { body: { username: person.email, password } })).toEqual({
      language: 'en',
    });
  });

  // claim: second-factor-secret
  it('stores neither the secret nor the recovery codes in plain text', async () => {
    const { secret, recoveryCodes } = await enrolled();
    const { db } = app.database;
    const stored = JSON.stringify([
      await db.selectFrom('second_factors').selectAll().execute(),
      await db.selectFrom('recovery_codes').selectAll().execute(),
    ]);
    for (const text of [secret, ...recoveryCodes]) expect(stored).not.toContain(text);
  });
});

describe('the second step of signing in', () => {
  it('accepts only the current code and the codes one step before and after', async () => {
    const { person, secret } = await enrolled();
    for (const offset of [-60, 60]) {
      later(300);
      const browser = await waiting(person.email);
      expect((await refusedStep(browser, await codeNow(secret, offset))).status).toBe(422);
      expect((await browser.refused(people.me, {})).status).toBe(401);
    }
    for (const offset of [-30, 0, 30]) {
      later(300);
      const browser = await waiting(person.email);
      expect(await step(browser, await codeNow(secret, offset))).toEqual({ language: 'en', returnTo: '/' });
      await browser.call(people.me, {});
    }
  });

  it('accepts each code once, even if it is sent twice concurrently', async () => {
    const { person, secret } = await enrolled();
    later(300);
    const code = await codeNow(secret);
    const browsers = await Promise.all([waiting(person.email), waiting(person.email), waiting(person.email)]);
    const answers = await Promise.all(
      browsers.map((browser) =>
        browser.send({ method: 'POST', url: secondFactor.step.path, payload: { code } }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422, 422]);
    later(30);
    expect((await refusedStep(await waiting(person.email), code)).status).toBe(422);
  });

  it('accepts each recovery code once, however it is typed', async () => {
    const { person, recoveryCodes } = await enrolled();
    const [first = ''] = recoveryCodes;
    await step(await waiting(person.email), ` ${first.toLowerCase().replaceAll('-', ' ')}`);
    expect((await refusedStep(await waiting(person.email), first)).status).toBe(422);
    expect(await state(person)).toMatchObject({ recoveryCodesLeft: 9 });
    const { person: other } = await enrolled();
    expect((await refusedStep(await waiting(other.email), recoveryCodes[1] ?? '')).status).toBe(422);
  });

  it('expires after 15 minutes, and requires the password first', async () => {
    const { person, secret } = await enrolled();
    const browser = await waiting(person.email);
    later(15 * 60 + 1);
    for (const one of [browser, app.browser()]) {
      const problem = await refusedStep(one, await codeNow(secret));
      expect(problem.status).toBe(401);
      for (const language of ['fr', 'nl'] as const)
        expectTranslated(language, await refusedStep(one, '123456', language), problem);
    }
  });

  it('is blocked for 15 minutes after ten wrong codes, counted across all browsers', async () => {
    const { person, secret } = await enrolled();
    const browsers = [await waiting(person.email), await waiting(person.email)] as const;
    for (let count = 0; count < 10; count += 1)
      expect((await refusedStep(browsers[count % 2 === 0 ? 0 : 1], '000000')).status).toBe(422);
    later(300);
    const response = await browsers[0].send({
      method: 'POST',
      url: secondFactor.step.path,
      payload: { code: await codeNow(secret) },
    });
    expect(response.statusCode).toBe(429);
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('is also required after a password reset by email', async () => {
    const { person, secret } = await enrolled();
    const { id } = await person.call(people.me, {});
    const slug = await makeLink(app.database.db, id, 'reset-password', app.clock.now);
    const stale = await waiting(person.email);
    await app
      .browser()
      .call(passwords.reset, { params: { slug }, body: { password: 'another pair of shoes' } });
    const answer = await app
      .browser()
      .call(sessions.signIn, { body: { username: person.email, password: 'another pair of shoes' } });
    expect(answer.secondFactor).toBe('code');
    // A sign-in that was started with the old password cannot be completed with a code.
    later(300);
    await stale.send({
      method: 'POST',
      url: secondFactor.step.path,
      payload: { code: await codeNow(secret) },
    });
    expect((await stale.refused(people.me, {})).status).toBe(401);
  });
});

describe('removing the second factor', () => {
  it('requires the password and a code; later sign-ins need no code', async () => {
    const { person, secret, recoveryCodes } = await enrolled();
    const code = await codeNow(secret);
    for (const [body, field] of [
      [{ password: 'a wrong password', code }, 'password'],
      [{ password, code: '000000' }, 'code'],
      [{ code }, 'password'],
    ] as const)
      expect((await person.refused(secondFactor.remove, { body })).violations?.[0]?.propertyPath).toBe(field);
    await person.call(secondFactor.remove, { body: { password, code: recoveryCodes[3] ?? '' } });
    const answer = await app.browser().call(sessions.signIn, { body: { username: person.email, password } });
    expect(answer).toEqual({ language: 'en' });
    expect(await state(person)).toMatchObject({ enrolledAt: null, recoveryCodesLeft: 0 });
  });
});

describe('the setting that requires a second factor', () => {
  // claim: second-factor-required
  it('makes only organisers, moderators and analysts enrol when they sign in', async () => {
    const { db } = app.database;
    await db.insertInto('configs').values({ key: 'secondFactorRequired', value: 'true' }).execute();
    for (const role of roles) {
      const person = await app.participant();
      const { id } = await person.call(people.me, {});
      await db.updateTable('people').set({ role }).where('id', '=', id).execute();
      const signIn = () =>
        app.browser().call(sessions.signIn, { body: { username: person.email, password } });
      expect((await signIn()).secondFactor).toBe(role === 'participant' ? undefined : 'enrol');
      expect((await state(person)).isDemanded).toBe(role !== 'participant');
      if (role === 'participant') continue;
      const list = (language: string) =>
        person.refused(consentTexts.list, {}, { 'accept-language': language });
      const due = await list('en');
      // For the other roles, the role is checked before the second factor.
      expect([due.status, due.title]).toEqual([
        403,
        role === 'organiser' ? 'Two-factor authentication needed' : 'Not allowed',
      ]);
      for (const language of ['fr', 'nl'] as const) expectTranslated(language, await list(language), due);
      const { secret } = await person.call(secondFactor.begin, { body: { password } });
      await person.call(secondFactor.confirm, { body: { code: await codeNow(secret) } });
      if (role === 'organiser') await person.call(consentTexts.list, { query: {} });
    }
    await db.deleteFrom('configs').where('key', '=', 'secondFactorRequired').execute();
  });
});
