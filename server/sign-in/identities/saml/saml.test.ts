import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as managed from '../../../../contract/managed/people.ts';
import { codeAt } from '../../../testing/authenticator.ts';
import { type HttpBrowser, httpBrowser } from '../../../testing/http-browser.ts';
import { type SamlForm, startSamlProvider } from '../../../testing/saml-identity-provider.ts';
import { type SamlTestApp, samlTestApp } from '../../../testing/saml-test-app.ts';
import { newPerson, testApp } from '../../../testing/test-app.ts';
import { removeExpiredSamlSignIns } from './saml-sign-ins.ts';

const named = { givenName: 'Ann', surname: 'Peeters' };
const people = {
  colleague: { ...named, email: 'Ann.Peeters@company.example' },
  nameless: { email: 'nameless@company.example' },
  outsider: { ...named, email: 'outsider@elsewhere.example' },
  member: { ...named, email: 'member@example.com' },
  invited: { ...named, email: 'invited@elsewhere.example' },
  gone: { ...named, email: 'gone@elsewhere.example' },
  careful: { ...named, email: 'careful@company.example' },
  addressless: named,
};

let test: SamlTestApp;

beforeAll(async () => {
  test = await samlTestApp(people);
});
afterAll(() => test.close());

const me = async (browser: HttpBrowser, { address } = test) => {
  const answer = await browser.send(`${address}platform/api/person_infos/me`);
  return answer.status === 200 ? ((await answer.json()) as { email: string }).email : undefined;
};
const post = (browser: HttpBrowser, path: string, body: object, { address } = test) =>
  browser.send(`${address}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const asks = async (browser: HttpBrowser, { address } = test) =>
  ((await (await browser.send(`${address}gc/registration/identity/waiting`)).json()) as { asks: string })
    .asks;

describe('a sign-in with SAML', () => {
  it('gives a colleague an account, returns to the requested page, and recognises the person the next time', async () => {
    const browser = httpBrowser();
    const requestAt = await test.start(browser, '/club/our-challenges?x=1#map');
    const at = await test.deliver(browser, await test.provider.answer(requestAt, 'colleague'));
    expect(at.href).toBe(`${test.address}our-challenges?x=1#map`);
    const again = httpBrowser();
    expect((await test.signIn(again, 'colleague', { attributes: {} })).href).toBe(test.address);
    expect([await me(browser), await me(again)]).toEqual(Array(2).fill('Ann.Peeters@company.example'));
  });

  it('asks for missing data, as with OpenID Connect', async () => {
    await test.app.browser().send({
      method: 'POST',
      url: '/club/platform/api/sign_up_requests',
      payload: newPerson({ email: 'member@example.com' }),
    });
    for (const [subject, asked] of [
      ['nameless', 'names'],
      ['outsider', 'guestCode'],
      ['member', 'password'],
    ] as const) {
      const browser = httpBrowser();
      expect((await test.signIn(browser, subject)).pathname).toBe('/club/sign-up/identity');
      expect(await asks(browser)).toBe(asked);
      if (asked !== 'password') continue;
      await post(browser, 'gc/registration/identity/link', { password: newPerson().password });
      expect(await me(browser)).toBe('member@example.com');
    }
    const browser = httpBrowser();
    const at = await test.signIn(browser, 'addressless');
    expect(at.searchParams.get('sign-in-failed')).toBe('unverified');
  });

  it('requires a code from a person who has a second factor', async () => {
    const first = httpBrowser();
    await test.signIn(first, 'careful');
    const own = 'platform/api/person_infos/me/second_factor';
    const { secret } = (await (await post(first, own, {})).json()) as { secret: string };
    await post(first, `${own}/confirm`, { code: await codeAt(secret, test.app.clock.now) });
    const browser = httpBrowser();
    expect((await test.signIn(browser, 'careful')).pathname).toBe('/club/sign-in/second-step');
    expect(await me(browser)).toBeUndefined();
  });

  it('expires after 15 minutes, and accepts only one of several concurrent responses', async () => {
    const late = httpBrowser();
    const form = await test.provider.answer(await test.start(late), 'colleague');
    const { now } = test.app.clock;
    test.app.clock.now = now.add({ minutes: 16 });
    expect((await test.deliver(late, form)).searchParams.get('sign-in-failed')).toBe('expired');
    await removeExpiredSamlSignIns(test.app.database.db, test.app.clock.now);
    const left = await test.app.database.db.selectFrom('saml_sign_ins').select('state').execute();
    expect(left).toEqual([]);
    test.app.clock.now = now;
    const browser = httpBrowser();
    const { action, ...fields } = await test.provider.answer(await test.start(browser), 'colleague');
    const sent = { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' } as const;
    const used = () => test.app.database.db.selectFrom('saml_assertions').select('id').execute();
    const before = (await used()).length;
    await Promise.all([fetch(action, sent), fetch(action, sent), fetch(action, sent)]);
    expect((await used()).length).toBe(before + 1);
  });

  it('is offered only if organisers have switched it on', async () => {
    const { db } = test.app.database;
    const method = (value: string) =>
      db.updateTable('configs').set({ value }).where('key', '=', 'registrationMethod').execute();
    const form = await test.provider.answer(await test.start(httpBrowser()), 'colleague');
    await method('"form"');
    const { action, ...fields } = form;
    const sent = { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' } as const;
    expect((await fetch(action, sent)).status).toBe(404);
    await method('"formAndProviders"');
    expect((await fetch(action.replace('/saml/', '/none/'), sent)).status).toBe(404);
  });
});

it('signs a person in even if two processes handle the requests, but not with a response from another provider', async () => {
  const publicUrl = 'http://challenge.example/club/';
  const provider = await startSamlProvider(people);
  const second = { ...provider.settings, key: 'second' };
  const settings = { basePath: '/club/', publicUrl, identityProviders: [provider.settings, second] };
  const one = await testApp(settings);
  const other = await testApp({ ...settings, database: one.database, isFilled: true });
  const value = '"formAndProviders"';
  await one.database.db.insertInto('configs').values({ key: 'registrationMethod', value }).execute();
  const path = '/club/gc/registration/identity/saml';
  provider.register((await other.browser().send({ method: 'GET', url: `${path}/metadata` })).body);
  const browser = one.browser();
  const { headers } = await browser.send({ method: 'GET', url: `${path}/start` });
  const requestAt = String(headers.location);
  const deliver = ({ action, ...fields }: SamlForm, url: string) =>
    other.browser().send({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(fields).toString(),
    });
  const consumer = `${publicUrl}gc/registration/identity/second/acs`;
  const audience = `${publicUrl}gc/registration/identity/second/metadata`;
  const foreign = { destination: consumer, recipient: consumer, audience };
  await deliver(
    await provider.answer(requestAt, 'colleague', foreign),
    '/club/gc/registration/identity/second/acs',
  );
  expect(await one.database.db.selectFrom('saml_assertions').select('id').execute()).toEqual([]);
  const form = await provider.answer(requestAt, 'colleague');
  expect(form.action).toBe(`${publicUrl}gc/registration/identity/saml/acs`);
  const received = await deliver(form, `${path}/acs`);
  expect([received.statusCode, received.headers['set-cookie']]).toEqual([303, undefined]);
  await browser.send({ method: 'GET', url: String(received.headers.location) });
  const answer = await browser.send({ method: 'GET', url: '/club/platform/api/person_infos/me' });
  expect(answer.json()).toMatchObject({ email: 'Ann.Peeters@company.example' });
  await other.app.close();
  await one.close();
  await provider.close();
});

it('signs requests, accepts every configured certificate, and reads other attributes', async () => {
  const signing = test.provider.key;
  const attributes = { subject: 'oid', email: 'upn', groups: 'memberships' };
  const odd = { odd: { oid: 'a-stable-id', upn: 'odd@company.example', firstName: 'Odd', sn: 'Name' } };
  const custom = await samlTestApp(odd, { signing, attributes, entityId: 'urn:challenge' });
  // A provider that switches to a new certificate signs with the old one for some time.
  custom.provider.settings.certificates.unshift(signing.certificate);
  const metadata = await fetch(`${custom.address}gc/registration/identity/saml/metadata`);
  expect(metadata.headers.get('content-type')).toContain('application/samlmetadata+xml');
  expect(await metadata.text()).toContain('entityID="urn:challenge"');
  const browser = httpBrowser();
  const requestAt = await custom.start(browser);
  expect(new URL(requestAt).searchParams.get('SigAlg')).toContain('rsa-sha256');
  // The provider checks the signature of the request.
  expect((await custom.deliver(browser, await custom.provider.answer(requestAt, 'odd'))).href).toBe(
    custom.address,
  );
  const { subject } = await custom.app.database.db
    .selectFrom('identities')
    .select('subject')
    .executeTakeFirstOrThrow();
  expect([subject, await me(browser, custom)]).toEqual(['a-stable-id', 'odd@company.example']);
  await custom.close();
});

it('lets people open an invited account with a trusted provider, but not a deactivated account', async () => {
  const trusted = await samlTestApp(people, { trusted: true });
  const organiser = await trusted.app.organiser();
  const invite = (email: string) =>
    organiser.call(managed.create, {
      body: { givenName: 'Ann', surname: 'Peeters', email, language: 'fr', invite: false },
    });
  await invite('invited@elsewhere.example');
  const browser = httpBrowser();
  expect((await trusted.signIn(browser, 'invited')).href).toBe(trusted.address);
  expect(await me(browser, trusted)).toBe('invited@elsewhere.example');
  const { id } = await invite('gone@elsewhere.example');
  await organiser.call(managed.deactivate, { params: { id }, body: {} });
  const at = await trusted.signIn(httpBrowser(), 'gone');
  expect(at.searchParams.get('sign-in-failed')).toBe('deactivated');
  await trusted.close();
});
