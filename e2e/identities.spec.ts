import type { Page } from '@playwright/test';
import { freePort } from '../scripts/free-port.ts';
import { startSamlProvider } from '../server/testing/saml-identity-provider.ts';
import { demoDatabase, emptyDatabase } from './engine.ts';
import {
  expect,
  expectGoodPage,
  type Language,
  languageOf,
  password,
  test,
  text,
  waitUntilIdle,
} from './fixtures.ts';
import { startServer } from './server.ts';

const choose = (page: Page, language: Language, who: string) =>
  page.getByText(text(language, 'identities', `sandbox.${who}`), { exact: true }).click();

/** The sign-in page's link to the demo's identity provider. */
const providerLink = (page: Page, language: Language) =>
  page.getByRole('link', { name: text(language, 'identities', 'sandbox.label') });

const language = languageOf(import.meta.filename);
const t = (namespace: string, key: string) => text(language, namespace, key);

test.describe(`in ${language}`, () => {
  test.beforeEach(async ({ page, context, baseURL }) => {
    await context.addCookies([{ name: 'locale', value: language, url: baseURL ?? '' }]);
    await page.goto('./our-challenges');
    await providerLink(page, language).click();
    await expect(page.getByRole('heading', { name: t('identities', 'sandbox.heading') })).toBeVisible();
  });

  test('a new colleague signs in with another service, enters the guest code, and returns to the page they came from', async ({
    page,
    refusals,
  }) => {
    await expectGoodPage(page);
    await choose(page, language, 'guest');
    await expect(
      page.getByRole('heading', { level: 1, name: t('identities', 'signUp.title') }),
    ).toBeVisible();
    await expect(page.getByText('@guests.example')).toBeVisible();
    await expect(page.getByLabel(t('accounts', 'signUp.givenName'), { exact: true })).not.toHaveValue('');
    const send = page.getByRole('button', { name: t('identities', 'signUp.send') });
    await send.click();
    await expect(page.getByText(t('validation', 'value.required'))).toBeVisible();
    await expectGoodPage(page);
    refusals.add(422);
    const code = page.getByLabel(t('accounts', 'signUp.guestCode'), { exact: true });
    await code.fill('NOPE');
    await send.click();
    await expect(page.getByText(t('validation', 'guestCode.unknown'))).toBeVisible();
    await code.fill('wel-come');
    await page.getByLabel(t('accounts', 'signUp.givenName'), { exact: true }).fill('Aurélie');
    await send.click();
    await expect(
      page.getByRole('heading', { level: 1, name: t('challenges', 'ourChallenges.title') }),
    ).toBeVisible();
    expect(new URL(page.url()).pathname).toBe('/our-challenges');
    await page.goto('./');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Aurélie');
  });

  test('a person with a company address needs no guest code, and is recognised at the next sign-in', async ({
    page,
    refusals,
  }) => {
    // Calls that are still running when the person signs out get a 401 response.
    refusals.add(401);
    await choose(page, language, 'colleague');
    await expect(
      page.getByRole('heading', { level: 1, name: t('challenges', 'ourChallenges.title') }),
    ).toBeVisible();
    const who = async () => (await page.request.get('./platform/api/person_infos/me')).json();
    const before = await who();
    expect(before.email).toMatch(/@example\.com$/);
    expect(before.language).toBe(language);
    await page.goto('./logout');
    await providerLink(page, language).click();
    const again = t('identities', 'sandbox.again').replace(
      '{{name}}',
      `${before.givenName} ${before.surname}`,
    );
    await page.getByRole('button', { name: again }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText(before.givenName);
    expect((await who()).iri).toBe(before.iri);
  });

  test('a person who has an account links it by entering its password', async ({ page, refusals }) => {
    refusals.add(401);
    await choose(page, language, 'participant');
    await expect(page.getByRole('heading', { level: 1, name: t('identities', 'link.title') })).toBeVisible();
    await expectGoodPage(page);
    const field = page.getByLabel(t('identities', 'link.password'), { exact: true });
    const send = page.getByRole('button', { name: t('identities', 'link.send') });
    await field.fill('not the password');
    await send.click();
    await expect(page.getByRole('alert')).toContainText(t('problems', 'badCredentials.detail'));
    await field.fill(password);
    await send.click();
    // The app switches to the person's own language.
    await expect(
      page.getByRole('heading', { level: 1, name: text('nl', 'challenges', 'ourChallenges.title') }),
    ).toBeVisible();
    const me = await (await page.request.get('./platform/api/person_infos/me')).json();
    expect(me.email).toBe('participant@example.com');
  });

  test('a cancelled sign-in returns to the same page with a message', async ({ page }) => {
    await choose(page, language, 'cancel');
    await expect(page.getByText(t('sessions', 'signIn.failed.cancelled'))).toBeVisible();
    await expectGoodPage(page);
    expect(new URL(page.url())).toMatchObject({ pathname: '/our-challenges', search: '' });
    await providerLink(page, language).click();
    await choose(page, language, 'colleague');
    await expect(
      page.getByRole('heading', { level: 1, name: t('challenges', 'ourChallenges.title') }),
    ).toBeVisible();
  });
});

test('a page explains how to continue after an expired or missing sign-up', async ({ page, refusals }) => {
  refusals.add(404);
  await page.goto('./gc/registration/identity/demo/callback?state=old&code=old');
  await expect(page.getByText(text('nl', 'sessions', 'signIn.failed.expired'))).toBeVisible();
  await page.goto('./sign-up/identity');
  await expect(page.getByText(text('nl', 'identities', 'gone.text'))).toBeVisible();
  await expectGoodPage(page);
  await page.getByRole('link', { name: text('nl', 'identities', 'back') }).click();
  await expect(page.getByLabel(text('nl', 'sessions', 'signIn.email'))).toBeVisible();
});

test('an expired session continues after the person signs in with another service in another tab', async ({
  page,
  context,
  refusals,
}) => {
  refusals.add(401);
  await page.goto('./my-activities/add');
  await providerLink(page, 'nl').click();
  await choose(page, 'nl', 'colleague');
  const info = page.getByLabel(text('nl', 'activities', 'form.info'));
  await info.fill('Nog niet bewaard');
  await page.getByLabel(text('nl', 'activities', 'form.time')).fill('00:30:00');
  await context.clearCookies({ name: 'session' });
  await page.getByRole('button', { name: text('nl', 'activities', 'add.submit') }).click();
  const dialog = page.getByRole('dialog', { name: text('nl', 'sessions', 'again.title') });
  await expect(dialog.getByText(text('nl', 'sessions', 'again.newTab'))).toBeVisible();
  await expectGoodPage(page);
  const opened = context.waitForEvent('page');
  await providerLink(page, 'nl').click();
  const tab = await opened;
  await tab.getByRole('button', { name: /verder als/ }).click();
  await expect(tab.getByRole('heading', { level: 1 })).toBeVisible();
  await tab.close();
  await page.bringToFront();
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(dialog).toBeHidden();
  await expect(info).toHaveValue('Nog niet bewaard');
  await page.getByRole('button', { name: text('nl', 'activities', 'add.submit') }).click();
  await expect(page.getByText(text('nl', 'activities', 'mine.added'))).toBeVisible();
});

test('signing in with another service works under a base path', async ({ page }) => {
  const server = await startServer({
    BASE_PATH: 'global-challenge',
    ...(await emptyDatabase()),
    DEMO_PASSWORD: password,
  });
  const home = `${server.address.replace('127.0.0.1', 'localhost')}/global-challenge/`;
  const outside: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(home)) outside.push(request.url());
  });
  await page.goto(`${home}our-challenges`);
  await providerLink(page, 'nl').click();
  await choose(page, 'nl', 'guest');
  await page.getByLabel(text('nl', 'accounts', 'signUp.guestCode'), { exact: true }).fill('WELCOME');
  await page.getByRole('button', { name: text('nl', 'identities', 'signUp.send') }).click();
  await expect(
    page.getByRole('heading', { level: 1, name: text('nl', 'challenges', 'ourChallenges.title') }),
  ).toBeVisible();
  await expect(page).toHaveURL(`${home}our-challenges`);
  await waitUntilIdle(page);
  expect(outside).toEqual([]);
  await server.end('SIGTERM');
});

test('a person signs in through a SAML provider on another site, and a forged response is refused with a message', async ({
  page,
  refusals,
}) => {
  // Calls that are still running when the person signs out get a 401 response.
  refusals.add(401);
  const person = { givenName: 'Aurélie', surname: 'Maes', email: 'aurelie@company.example' };
  const provider = await startSamlProvider({ aurelie: person });
  const IDENTITY_PROVIDERS = JSON.stringify([provider.settings]);
  const server = await startServer({ ...(await demoDatabase({})), IDENTITY_PROVIDERS });
  // For browsers, localhost and the provider's 127.0.0.1 are different sites.
  const home = `${server.address.replace('127.0.0.1', 'localhost')}/`;
  provider.register(await (await page.request.get(`${home}gc/registration/identity/saml/metadata`)).text());
  await page.goto(`${home}our-challenges`);
  const link = page.getByRole('link', { name: 'SAML' });
  await link.click();
  await page.getByRole('button', { name: 'aurelie' }).click();
  await expect(
    page.getByRole('heading', { level: 1, name: text('nl', 'challenges', 'ourChallenges.title') }),
  ).toBeVisible();
  expect(page.url()).toBe(`${home}our-challenges`);
  const session = (await page.context().cookies(home)).find(({ name }) => name === 'session');
  expect(session).toMatchObject({ sameSite: 'Lax', httpOnly: true });
  await page.goto(`${home}logout`);
  await link.click();
  await page.locator('input[name=SAMLResponse]').evaluate((field: HTMLInputElement) => {
    field.value = btoa(atob(field.value).replace('aurelie@', 'somebody@'));
  });
  await page.getByRole('button', { name: 'aurelie' }).click();
  await expect(page.getByText(text('nl', 'sessions', 'signIn.failed.failed'))).toBeVisible();
  await expectGoodPage(page);
  await page.goto('about:blank');
  await server.end('SIGTERM');
  await provider.close();
});

// spec: state after sign-in
test('a person who followed an invitation returns to it after signing in with another service', async ({
  page,
  refusals,
}) => {
  refusals.add(404);
  await page.goto('./');
  await page.evaluate(() => {
    const kept = {
      uuid: '6f2b1f3a-0d2c-4c1e-9a56-0a5f6f1c2d3e',
      timestamp: Date.now(),
      address: location.href,
    };
    localStorage.setItem('last-participation-page', JSON.stringify(kept));
  });
  await page.reload();
  await providerLink(page, 'nl').click();
  await choose(page, 'nl', 'colleague');
  await expect(page).toHaveURL(/\/teams\/participate\/6f2b1f3a-0d2c-4c1e-9a56-0a5f6f1c2d3e$/);
});

// spec: route sign-in variants
test('the sign-in form and the sign-up link are hidden if other services are the only way to sign in', async ({
  page,
}) => {
  const PORT = String(await freePort());
  const linked = await demoDatabase({ registrationMethod: 'providers' }, async (db) => {
    const { id } = await db
      .selectFrom('people')
      .select('id')
      .where('role', '=', 'organiser')
      .limit(1)
      .executeTakeFirstOrThrow();
    const identity = { issuer: `http://localhost:${PORT}/demo-identity-provider`, subject: 'organiser' };
    await db
      .insertInto('identities')
      .values({ ...identity, person_id: id, created_at: '2026-01-01T00:00:00Z' })
      .execute();
  });
  const server = await startServer({ ...linked, PORT });
  await page.goto(`${server.address.replace('127.0.0.1', 'localhost')}/sign-up`);
  await expect(providerLink(page, 'nl')).toBeVisible();
  await expect(page.getByLabel(text('nl', 'sessions', 'signIn.email'))).toBeHidden();
  await expect(page.getByRole('link', { name: text('nl', 'sessions', 'signIn.signUp') })).toBeHidden();
  await expect(page.getByRole('link', { name: text('nl', 'sessions', 'signIn.forgot') })).toBeHidden();
  await expectGoodPage(page);
  await providerLink(page, 'nl').click();
  await choose(page, 'nl', 'colleague');
  await expect(page.getByRole('navigation', { name: text('nl', 'layout', 'menu') })).toBeVisible();
  await waitUntilIdle(page);
  await server.end('SIGTERM');
});

test('organisers can sign in with a password if none of them could sign in otherwise', async ({ page }) => {
  const server = await startServer(await demoDatabase({ registrationMethod: 'providers' }));
  expect(server.printed()).toContain('organisers can also sign in with a password');
  await page.goto(server.address.replace('127.0.0.1', 'localhost'));
  await expect(page.getByText(text('nl', 'sessions', 'signIn.organisers'))).toBeVisible();
  await expect(page.getByRole('link', { name: text('nl', 'sessions', 'signIn.signUp') })).toBeHidden();
  await expectGoodPage(page);
  await page.getByLabel(text('nl', 'sessions', 'signIn.email')).fill('organiser@example.com');
  await page.getByLabel(text('nl', 'sessions', 'signIn.password'), { exact: true }).fill(password);
  await page.getByRole('button', { name: text('nl', 'sessions', 'signIn.send') }).click();
  await expect(page.getByRole('navigation').first()).toBeVisible();
  // Leaves the page, so that the app makes no calls to a stopped server.
  await page.goto('about:blank');
  await server.end('SIGTERM');
});

// spec: route sign-in variants
test('the sign-in page offers no other service if the form is the only way to sign in', async ({ page }) => {
  const server = await startServer(await demoDatabase({ registrationMethod: 'form' }));
  await page.goto(server.address);
  await expect(page.getByRole('link', { name: text('nl', 'sessions', 'signIn.signUp') })).toBeVisible();
  await expect(providerLink(page, 'nl')).toBeHidden();
  await waitUntilIdle(page);
  await server.end('SIGTERM');
});
