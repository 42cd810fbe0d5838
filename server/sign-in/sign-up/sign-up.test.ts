import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as accounts from '../../../contract/accounts.ts';
import { newPerson, type TestApp, testApp } from '../../testing/test-app.ts';
import { expectTranslated } from '../../testing/translated.ts';

let app: TestApp;

beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const addCode = (code: string, changes: object) =>
  app.database.db
    .insertInto('guest_codes')
    .values({ code, normalised_code: code, maximum_uses: null, ...changes })
    .execute();

const signUp = (changes: Parameters<typeof newPerson>[0]) =>
  app.browser().call(accounts.signUp, { body: newPerson(changes) });
const refusal = async (changes: Parameters<typeof newPerson>[0], language = 'en') => {
  const count = await accountCount();
  const problem = await app
    .browser()
    .refused(accounts.signUp, { body: newPerson(changes) }, { 'accept-language': language });
  expect(await accountCount()).toBe(count);
  return {
    status: problem.status,
    violations: problem.violations?.map(({ propertyPath, message }) => [propertyPath, message]),
  };
};
const accountCount = async () => (await app.database.db.selectFrom('people').select('id').execute()).length;

describe('signing up', () => {
  // spec: call POST /platform/api/sign_up_requests
  it('creates an active account immediately, and does not return the password', async () => {
    const answer = await signUp({ email: 'first@example.com' });
    expect(answer).toMatchObject({ givenName: 'Anneke', email: 'first@example.com', guestCode: 'WELCOME' });
    expect(answer).not.toHaveProperty('password');
  });

  it('accepts a guest code in any case and with spaces or dashes', async () => {
    await signUp({ email: 'second@example.com', guestCode: ' wel-come ' });
  });

  it.each([
    ['en', 'We do not know this guest code. Please check it.'],
    ['fr', 'Ce code d’invitation est inconnu. Vérifiez-le.'],
    ['nl', 'We kennen deze gastcode niet. Controleer de code.'],
  ])('says in %s that a code is unknown', async (language, message) => {
    expect(await refusal({ guestCode: 'NOPE' }, language)).toEqual({
      status: 422,
      violations: [['guestCode', message]],
    });
  });

  // spec: rule sign-up required, rule sign-up email, text value required, text email invalid
  it.each([
    [{ email: 'not an address' }, 'email', 'Please specify a valid email address.'],
    [{ email: '' }, 'email', 'Please specify a value.'],
    [{ givenName: '  ' }, 'givenName', 'Please specify a value.'],
    [{ surname: '' }, 'surname', 'Please specify a value.'],
    [{ guestCode: '' }, 'guestCode', 'Please specify a value.'],
    [{ password: '' }, 'password', 'Please specify a value.'],
    [{ password: 'ninechars' }, 'password', 'The password should be at least 10 characters long.'],
    [
      { password: 'basketball' },
      'password',
      'This is one of the most common passwords. Please choose another.',
    ],
    [{ language: 'de' }, 'language', 'Please choose one of the languages.'],
  ])('refuses %o', async (changes, field, message) => {
    const refused = await refusal(changes as never);
    expect(refused).toEqual({ status: 422, violations: [[field, message]] });
    const problem = (language: string) =>
      app
        .browser()
        .refused(accounts.signUp, { body: newPerson(changes as never) }, { 'accept-language': language });
    for (const language of ['fr', 'nl'] as const)
      expectTranslated(language, await problem(language), await problem('en'));
  });

  it('allows one account per email address, ignoring case', async () => {
    await signUp({ email: 'only@example.com' });
    expect((await refusal({ email: 'ONLY@example.com' })).violations?.[0]?.[0]).toBe('email');
  });

  it('refuses codes that are not valid yet, expired, used up or for another email domain', async () => {
    await addCode('EARLY', { valid_from: '2026-11-22T00:00:00Z' });
    await addCode('LATE', { valid_until: '2026-11-20T00:00:00Z' });
    await addCode('ONCE', { maximum_uses: 1 });
    await addCode('DOMAIN', { allowed_mail_domains: ['Company.be'] });
    await signUp({ email: 'once@example.com', guestCode: 'ONCE' });
    await signUp({ email: 'me@company.be', guestCode: 'DOMAIN' });
    for (const guestCode of ['EARLY', 'LATE', 'ONCE'])
      expect((await refusal({ email: 'other@example.com', guestCode })).violations?.[0]?.[0]).toBe(
        'guestCode',
      );
    const { violations } = await refusal({ email: 'other@example.com', guestCode: 'DOMAIN' });
    expect(violations).toEqual([['email', 'This guest code is for addresses at Company.be.']]);
  });

  it('never exceeds a code’s maximum number of uses, even if people sign up concurrently', async () => {
    await addCode('FEW', { maximum_uses: 10 });
    const before = await accountCount();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, count) =>
        app.browser().send({
          method: 'POST',
          url: accounts.signUp.path,
          payload: newPerson({ email: `few-${count}@example.com`, guestCode: 'FEW' }),
        }),
      ),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(10);
    expect(answers.filter(({ statusCode }) => statusCode === 422)).toHaveLength(40);
    expect((await accountCount()) - before).toBe(10);
    const { uses } = await app.database.db
      .selectFrom('guest_codes')
      .select('uses')
      .where('code', '=', 'FEW')
      .executeTakeFirstOrThrow();
    expect(uses).toBe(10);
  });

  it('is blocked for 15 minutes for a network address after fifty refused codes', async () => {
    const attempt = (guestCode: string, number: number) =>
      app.browser().send({
        method: 'POST',
        url: accounts.signUp.path,
        payload: newPerson({ email: `guess-${number}@example.com`, guestCode }),
        remoteAddress: '10.0.0.8',
      });
    for (let count = 0; count < 50; count += 1)
      expect((await attempt(`GUESS${count}`, count)).statusCode).toBe(422);
    const refused = await attempt('WELCOME', 50);
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('does not count a code as used if no account was created', async () => {
    await addCode('HONEST', { maximum_uses: 1 });
    await signUp({ email: 'taken@example.com' });
    await refusal({ email: 'taken@example.com', guestCode: 'HONEST' });
    await signUp({ email: 'honest@example.com', guestCode: 'HONEST' });
  });
});
