import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeAt } from '../../testing/authenticator.ts';
import { type HttpBrowser, httpBrowser } from '../../testing/http-browser.ts';
import { type TestProvider, testProvider } from '../../testing/identity-provider.ts';
import { newPerson } from '../../testing/test-app.ts';
import { endSessionsOf } from '../sessions/session.ts';

const named = { given_name: 'Ann', family_name: 'Peeters', locale: 'fr-BE', email_verified: true };
const people = {
  colleague: { ...named, email: 'Ann.Peeters@company.example' },
  impatient: { ...named, email: 'impatient@company.example' },
  nameless: { email: 'nameless@company.example', email_verified: true },
  outsider: { ...named, email: 'outsider@elsewhere.example' },
  teammate: { ...named, email: 'teammate@elsewhere.example' },
  // Truncated to 100 UTF-16 code units, the given name ends with half a surrogate pair; the surname is half a pair.
  halved: {
    ...named,
    given_name: `${'a'.repeat(99)}😀`,
    family_name: '\ud83d',
    email: 'half@elsewhere.example',
  },
  careful: { ...named, email: 'careful@company.example' },
  slow: { ...named, email: 'slow@elsewhere.example' },
  member: { ...named, email: 'Member@example.com' },
  guessed: { ...named, email: 'guessed@example.com' },
  unverified: { ...named, email: 'unverified@company.example', email_verified: false },
  claimed: { ...named, email: 'member@example.com', email_verified: false },
  addressless: { given_name: 'No', family_name: 'Address' },
};

let test: TestProvider;

/** Changes the next ID token on its way to our server. */
let forge: ((token: string[]) => string[]) | undefined;

beforeAll(async () => {
  test = await testProvider(people, {
    fetch: async (url, options) => {
      const answer = await fetch(url, options as RequestInit);
      if (!forge || !url.endsWith('/token')) return answer;
      const tokens = (await answer.json()) as { id_token: string };
      return Response.json({ ...tokens, id_token: forge(tokens.id_token.split('.')).join('.') });
    },
  });
});
afterAll(() => test.close());

const signUp = (email: string) =>
  test.app.browser().send({
    method: 'POST',
    url: '/club/platform/api/sign_up_requests',
    payload: newPerson({ email }),
  });
const me = async (browser: HttpBrowser) => {
  const answer = await browser.send(`${test.address}platform/api/person_infos/me`);
  return answer.status === 200 ? ((await answer.json()) as { email: string; language: string }) : undefined;
};
const post = (browser: HttpBrowser, path: string, body: object) =>
  browser.send(`${test.address}gc/registration/identity/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const waiting = (browser: HttpBrowser) => browser.send(`${test.address}gc/registration/identity/waiting`);
const failure = (at: URL) => at.searchParams.get('sign-in-failed');
const accountOf = (email: string) =>
  test.app.database.db.selectFrom('people').selectAll().where('email', '=', email).executeTakeFirst();
const accounts = async () => (await test.app.database.db.selectFrom('people').select('id').execute()).length;
/** Changes the stored state of the only pending sign-in. */
const tamper = async (change: object) => {
  const { db } = test.app.database;
  const rows = await db.selectFrom('sessions').select(['sid', 'sess']).execute();
  for (const { sid, sess } of rows) {
    const kept = sess as { journey?: object };
    if (!kept.journey) continue;
    const changed = JSON.stringify({ ...kept, journey: { ...kept.journey, ...change } });
    await db.updateTable('sessions').set({ sess: changed }).where('sid', '=', sid).execute();
  }
};

describe('a person with a company address', () => {
  it('gets an account without a password immediately, and returns to the requested page', async () => {
    const browser = httpBrowser();
    const at = await test.signIn(browser, 'colleague', '/club/our-challenges?x=1#map');
    expect(at.href).toBe(`${test.address}our-challenges?x=1#map`);
    expect(await me(browser)).toMatchObject({ email: 'Ann.Peeters@company.example', language: 'fr' });
    expect(browser.cookie('locale')).toBe('fr');
    expect(await accountOf('Ann.Peeters@company.example')).toMatchObject({
      password_hash: null,
      guest_code_id: null,
      activated_at: expect.anything(),
    });
  });

  it('is recognised the next time, in a new session', async () => {
    const before = await accounts();
    const browser = httpBrowser();
    await test.authorise(browser, 'colleague');
    const firstCookie = browser.cookie('session');
    await test.signIn(browser, 'colleague');
    expect((await me(browser))?.email).toBe('Ann.Peeters@company.example');
    expect(browser.cookie('session')).not.toBe(firstCookie);
    expect(await accounts()).toBe(before);
  });

  it('must enter the code from their authenticator app before returning to the requested page', async () => {
    const first = httpBrowser();
    await test.signIn(first, 'careful');
    const send = (browser: HttpBrowser, path: string, body: object) =>
      browser.send(`${test.address}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const own = 'platform/api/person_infos/me/second_factor';
    // People without a password can enrol without entering one.
    const { secret } = (await (await send(first, own, {})).json()) as { secret: string };
    const { now } = test.app.clock;
    const confirmed = await send(first, `${own}/confirm`, { code: await codeAt(secret, now) });
    expect(confirmed.status).toBe(200);
    const browser = httpBrowser();
    const at = await test.signIn(browser, 'careful', '/club/our-challenges');
    expect(at.pathname).toBe('/club/sign-in/second-step');
    expect(await me(browser)).toBeUndefined();
    const code = await codeAt(secret, now.add({ seconds: 30 }));
    const passed = await send(browser, 'global-challenge-login/second-step', { code });
    expect(await passed.json()).toEqual({ language: 'fr', returnTo: '/club/our-challenges' });
    expect((await me(browser))?.email).toBe('careful@company.example');
  });

  it('gets one account from two concurrent sign-ins', async () => {
    // The two requests interleave differently in each round.
    for (let round = 0; round < 20; round += 1) {
      const browsers = [httpBrowser(), httpBrowser()];
      await Promise.all(browsers.map((browser) => test.signIn(browser, 'impatient')));
      const found = await Promise.all(browsers.map(me));
      expect(found.map((person) => person?.email)).toEqual(Array(2).fill('impatient@company.example'));
      await test.app.database.db
        .deleteFrom('people')
        .where('email', '=', 'impatient@company.example')
        .execute();
    }
  });

  it('must enter their name if the provider does not send it, but needs no guest code', async () => {
    const browser = httpBrowser();
    const at = await test.signIn(browser, 'nameless', '/club/my-activities');
    expect(at.pathname).toBe('/club/sign-up/identity');
    expect(await (await waiting(browser)).json()).toMatchObject({
      asks: 'names',
      email: 'nameless@company.example',
      provider: 'Work',
    });
    const answer = await post(browser, 'sign_up', { givenName: 'Nadia', surname: 'Benali', language: 'nl' });
    expect(await answer.json()).toEqual({ language: 'nl', returnTo: '/club/my-activities' });
    expect((await me(browser))?.email).toBe('nameless@company.example');
  });
});

describe('a person with an address outside the company', () => {
  const entry = { givenName: 'Ann', surname: 'Peeters', language: 'fr' };

  it('must enter a guest code, whose use is counted only when the account is created', async () => {
    const { db } = test.app.database;
    await db
      .insertInto('guest_codes')
      .values({ code: 'ONCE', normalised_code: 'ONCE', maximum_uses: 1 })
      .execute();
    const uses = async () =>
      (await db.selectFrom('guest_codes').select('uses').where('code', '=', 'ONCE').executeTakeFirstOrThrow())
        .uses;
    const browser = httpBrowser();
    await test.signIn(browser, 'outsider');
    expect(await (await waiting(browser)).json()).toMatchObject({ asks: 'guestCode', givenName: 'Ann' });
    expect(await me(browser)).toBeUndefined();
    for (const guestCode of ['', 'NOPE', undefined]) {
      const refused = await post(browser, 'sign_up', { ...entry, guestCode });
      expect(refused.status).toBe(422);
      expect(await refused.json()).toMatchObject({ violations: [{ propertyPath: 'guestCode' }] });
    }
    expect(await uses()).toBe(0);
    expect((await post(browser, 'sign_up', { ...entry, guestCode: ' on-ce ' })).status).toBe(200);
    expect(await uses()).toBe(1);
    expect((await me(browser))?.email).toBe('outsider@elsewhere.example');
    // Creating the account also consumes the pending identity.
    expect((await post(browser, 'sign_up', { ...entry, guestCode: 'WELCOME' })).status).toBe(404);
  });

  it('joins the team of the guest code', async () => {
    const { db } = test.app.database;
    const team = { name: 'Runners', sort_name: 'runners', created_at: '2026-11-20T00:00:00Z' };
    const { id } = await db
      .insertInto('teams')
      .values({ ...team, captain_id: null })
      .returning('id')
      .executeTakeFirstOrThrow();
    const on = ['teamsEnabled', 'allowTeamCreation'].map((key) => ({ key, value: 'true' }));
    await db.insertInto('configs').values(on).execute();
    await db
      .insertInto('guest_codes')
      .values({ code: 'RUN', normalised_code: 'RUN', maximum_uses: null, team_id: id })
      .execute();
    const browser = httpBrowser();
    await test.signIn(browser, 'teammate');
    await post(browser, 'sign_up', { ...entry, guestCode: 'RUN' });
    const members = await db.selectFrom('team_memberships').select('person_id').execute();
    expect(members).toEqual([{ person_id: (await accountOf('teammate@elsewhere.example'))?.id }]);
  });

  it('can have a name truncated within a character, without making sessions unreadable', async () => {
    const leaver = await test.app.participant();
    const browser = httpBrowser();
    await test.signIn(browser, 'halved');
    const asked = { asks: 'guestCode', givenName: 'a'.repeat(99), surname: '' };
    expect(await (await waiting(browser)).json()).toMatchObject(asked);
    const payload = { profileId: leaver.iri };
    const removal = await leaver.send({ method: 'POST', url: '/club/gc/account/delete', payload });
    expect(removal.statusCode).toBe(204);
  });

  it('has 15 minutes to enter the guest code', async () => {
    const browser = httpBrowser();
    await test.signIn(browser, 'slow');
    const { now } = test.app.clock;
    test.app.clock.now = now.add({ minutes: 16 });
    expect((await waiting(browser)).status).toBe(404);
    expect((await post(browser, 'sign_up', { ...entry, guestCode: 'WELCOME' })).status).toBe(404);
    test.app.clock.now = now;
  });
});

describe('a person whose address already has an account', () => {
  it('links the account by entering its password once, ignoring the case of the address', async () => {
    await signUp('member@example.com');
    const browser = httpBrowser();
    const at = await test.signIn(browser, 'member', '/club/our-statistics');
    expect(at.pathname).toBe('/club/sign-up/identity');
    expect(await (await waiting(browser)).json()).toMatchObject({ asks: 'password' });
    expect((await post(browser, 'link', { password: 'not the password' })).status).toBe(401);
    const guest = { givenName: 'A', surname: 'B', language: 'nl', guestCode: 'WELCOME' };
    expect(await (await post(browser, 'sign_up', guest)).json()).toMatchObject({
      violations: [{ propertyPath: 'email' }],
    });
    expect(await me(browser)).toBeUndefined();
    const linked = await post(browser, 'link', { password: newPerson().password });
    expect(await linked.json()).toEqual({ language: 'en', returnTo: '/club/our-statistics' });
    expect((await me(browser))?.email).toBe('member@example.com');
    // The link remains after all sessions are ended.
    const { id = 0 } = (await accountOf('member@example.com')) ?? {};
    await test.app.database.db.transaction().execute((tx) => endSessionsOf(tx, id));
    expect(await me(browser)).toBeUndefined();
    const again = httpBrowser();
    await test.signIn(again, 'member');
    expect((await me(again))?.email).toBe('member@example.com');
  });

  it('has ten password attempts, including those on the sign-in form', async () => {
    await signUp('guessed@example.com');
    const browser = httpBrowser();
    await test.signIn(browser, 'guessed');
    for (let count = 0; count < 10; count += 1)
      expect((await post(browser, 'link', { password: `guess ${count}` })).status).toBe(401);
    expect((await post(browser, 'link', { password: newPerson().password })).status).toBe(429);
    expect(await me(browser)).toBeUndefined();
  });
});

describe('an address that the provider has not verified', () => {
  it.each([
    ['new', 'unverified'],
    ['that of an existing account', 'claimed'],
    ['missing', 'addressless'],
  ])('neither creates nor links an account if it is %s', async (_, subject) => {
    const before = await accounts();
    const browser = httpBrowser();
    const at = await test.signIn(browser, subject, '/club/our-challenges');
    expect(failure(at)).toBe('unverified');
    expect(at.pathname).toBe('/club/our-challenges');
    expect((await waiting(browser)).status).toBe(404);
    expect(await me(browser)).toBeUndefined();
    expect(await accounts()).toBe(before);
  });
});

describe('an invalid callback from the identity provider', () => {
  it('is refused if its state is wrong, and leaves the pending sign-in valid', async () => {
    const browser = httpBrowser();
    const back = new URL(await test.authorise(browser, 'colleague'));
    const forged = new URL(back);
    forged.searchParams.set('state', 'another');
    expect(failure((await browser.visit(forged.href)).at)).toBe('expired');
    expect(await me(browser)).toBeUndefined();
    expect(failure((await browser.visit(back.href)).at)).toBeNull();
    expect(await me(browser)).toBeDefined();
  });

  it('is refused in another browser, and when it is replayed', async () => {
    const browser = httpBrowser();
    const back = await test.authorise(browser, 'colleague');
    const thief = httpBrowser();
    expect(failure((await thief.visit(back)).at)).toBe('expired');
    expect(await me(thief)).toBeUndefined();
    await browser.visit(back);
    const replayed = await browser.visit(back);
    expect(replayed.at.href).toBe(test.address);
    expect(failure(replayed.at)).toBeNull();
  });

  it('is refused by the provider if the authorization code was already used', async () => {
    const [first, second] = [httpBrowser(), httpBrowser()];
    const used = new URL(await test.authorise(first, 'colleague'));
    await first.visit(used.href);
    const own = new URL(await test.authorise(second, 'colleague'));
    own.searchParams.set('code', used.searchParams.get('code') ?? '');
    expect(failure((await second.visit(own.href)).at)).toBe('failed');
    expect(await me(second)).toBeUndefined();
  });

  it.each([
    ['the provider if the code verifier (PKCE) is wrong', { codeVerifier: 'x'.repeat(43) }, 'failed'],
    ['our server if the nonce is wrong', { nonce: 'another' }, 'failed'],
    ['our server after 15 minutes', { startedAt: '2026-11-21T10:44:00Z' }, 'expired'],
    ['our server if it comes from another provider', { key: 'other' }, 'expired'],
  ])('is refused by %s', async (_, change, reason) => {
    const browser = httpBrowser();
    const back = await test.authorise(browser, 'colleague');
    await tamper(change);
    expect(failure((await browser.visit(back)).at)).toBe(reason);
    expect(await me(browser)).toBeUndefined();
  });

  const written = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const read = (part = '') => JSON.parse(Buffer.from(part, 'base64url').toString());
  it.each<[string, typeof forge]>([
    ['a wrong signature', ([head = '', body = '', sign = '']) => [head, body, [...sign].reverse().join('')]],
    ['no signature', ([, body = '']) => [written({ alg: 'none' }), body, '']],
    [
      'another person',
      ([head = '', body, sign = '']) => [head, written({ ...read(body), sub: 'outsider' }), sign],
    ],
    [
      'another audience',
      ([head = '', body, sign = '']) => [head, written({ ...read(body), aud: 'other' }), sign],
    ],
    [
      'an expiry in the past',
      ([head = '', body, sign = '']) => [head, written({ ...read(body), exp: 1 }), sign],
    ],
  ])('is refused if the ID token has %s', async (_, change) => {
    const browser = httpBrowser();
    forge = change;
    const { searchParams } = await test.signIn(browser, 'colleague');
    forge = undefined;
    expect(searchParams.get('sign-in-failed')).toBe('failed');
    expect(await me(browser)).toBeUndefined();
  });

  it('redirects to the original page with the reason if the person cancelled', async () => {
    const browser = httpBrowser();
    const at = await test.signIn(browser, 'cancel', '/club/our-challenges?x=1');
    expect(at.href).toBe(`${test.address}our-challenges?x=1&sign-in-failed=cancelled`);
  });
});

it('starts a sign-in with a SHA-256 code challenge', async () => {
  const start = await httpBrowser().send(`${test.address}gc/registration/identity/work/start`);
  const { searchParams } = new URL(start.headers.get('location') ?? '');
  expect(Object.fromEntries(searchParams)).toMatchObject({
    code_challenge_method: 'S256',
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
    ui_locales: 'en',
  });
  expect((await httpBrowser().send(`${test.address}gc/registration/identity/none/start`)).status).toBe(404);
});

describe('the return address', () => {
  it.each([
    'https://elsewhere.example/',
    '//elsewhere.example/',
    '/\\elsewhere.example/',
    '/club/../\\elsewhere.example',
    '/club/..//elsewhere.example',
    '/club/\\..\\..\\/elsewhere.example',
    '/\t/elsewhere.example',
    '/club@elsewhere.example',
    'javascript:alert(1)',
    '/other/',
    '',
  ])('never leads to another site: %j', async (returnTo) => {
    const browser = httpBrowser();
    expect((await test.signIn(browser, 'colleague', returnTo)).href).toBe(test.address);
    expect(await me(browser)).toBeDefined();
  });
});

describe('the configured sign-in methods', () => {
  const method = (value: string) =>
    test.app.database.db
      .updateTable('configs')
      .set({ value: JSON.stringify(value) })
      .where('key', '=', 'registrationMethod')
      .execute();
  afterAll(() => method('formAndProviders'));
  const providers = async (locale: string) =>
    (await httpBrowser().send(`${test.address}gc/registration/identity/providers?locale=${locale}`)).json();
  const start = () => httpBrowser().send(`${test.address}gc/registration/identity/work/start`);
  const passwordSignIn = () =>
    test.app.browser().send({
      method: 'POST',
      url: '/club/global-challenge-login',
      payload: { username: 'member@example.com', password: newPerson().password },
    });

  // spec: call GET /gc/registration/identity/providers
  it('are listed with labels in the requested language, and with the addresses that start a sign-in', async () => {
    const url = '/club/gc/registration/identity/work/start';
    expect(await providers('nl')).toEqual([{ label: 'Werk', url }]);
    expect(await providers('fr')).toEqual([{ label: 'Travail', url }]);
  });

  // spec: route sign-in variants
  it('can be the password only, identity providers only, or both', async () => {
    expect([(await start()).status, (await passwordSignIn()).statusCode]).toEqual([302, 200]);
    await method('form');
    expect([(await start()).status, (await passwordSignIn()).statusCode]).toEqual([404, 200]);
    expect(await providers('nl')).toEqual([]);
    await method('providers');
    // One organiser can sign in without a password.
    await test.app.database.db
      .updateTable('people')
      .set({ role: 'organiser' })
      .where('email', '=', 'Ann.Peeters@company.example')
      .execute();
    expect([(await start()).status, (await passwordSignIn()).statusCode]).toEqual([302, 404]);
    const before = await accounts();
    expect((await signUp('late@example.com')).statusCode).toBe(404);
    expect(await accounts()).toBe(before);
  });
});
