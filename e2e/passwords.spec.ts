import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import PostalMime, { type Email } from 'postal-mime';
import { expect, expectGoodPage, type Language, languageOf, signInSilently, test, text } from './fixtures.ts';

const oldPassword = 'the one I forgot';
const newPassword = 'the one I now know';
let outbox = '';

test.beforeEach(async ({ context, platform }) => {
  outbox = join(platform.dataDir, 'outbox');
  // Each test has a different IP address, so that its requests do not count towards the rate limits of other tests.
  const place = Array.from({ length: 3 }, () => Math.floor(Math.random() * 256)).join('.');
  await context.setExtraHTTPHeaders({ 'x-forwarded-for': `10.${place}` });
});

/** The latest email to an address in the server's outbox folder, or undefined if there is no email to that address. */
async function mailTo(address: string): Promise<Email | undefined> {
  const files = readdirSync(outbox, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.eml'));
  for (const file of files.sort().reverse()) {
    const mail = await PostalMime.parse(readFileSync(join(outbox, file)));
    if (mail.to?.some((one) => one.address === address)) return mail;
  }
  return undefined;
}

/** Waits for an email to an address and returns the email's link. */
async function mailedLink(address: string): Promise<string> {
  const linkOf = (mail: Email | undefined) => mail?.html?.match(/href="([^"]+)"/)?.[1];
  await expect.poll(async () => linkOf(await mailTo(address).catch(() => undefined))).toBeDefined();
  return linkOf(await mailTo(address)) ?? '';
}

/** Creates a person with the given language, switches the page to that language, and returns the email address. */
async function signUp(page: Page, language: Language): Promise<string> {
  const email = `forgot-${language}-${Date.now()}@example.com`;
  const body = { givenName: 'Maëlle', surname: 'Peeters', email, guestCode: 'WELCOME', language };
  const answer = await page.request.post('./platform/api/sign_up_requests', {
    data: { ...body, password: oldPassword },
  });
  expect(answer.status()).toBe(201);
  await page.request.get(`./global-challenge-language-switch?locale=${language}`);
  return email;
}

/** Delays the server's responses to a call until the test calls the returned function. */
async function holdAnswers(page: Page, address: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

async function trySignIn(page: Page, language: Language, email: string, password: string): Promise<void> {
  const label = (key: string) => text(language, 'sessions', `signIn.${key}`);
  await page.getByLabel(label('email')).fill(email);
  await page.getByLabel(label('password'), { exact: true }).fill(password);
  await page.getByRole('button', { name: label('send') }).click();
}

const language = languageOf(import.meta.filename);
const words = (key: string) => text(language, 'passwords', key);

// spec: route /forgot-password, route /reset-password/{slug}, state form submitting
// spec: rule forgot password, rule reset password, role anonymous
test(`a person resets a forgotten password with an email in ${language}, and signs in with the new password`, async ({
  page,
  refusals,
}) => {
  const email = await signUp(page, language);

  await page.goto('./forgot-password');
  await expect(page.getByRole('heading', { level: 1, name: words('forgot.title') })).toBeVisible();
  await page.getByRole('button', { name: words('forgot.send') }).click();
  await expect(page.getByText(text(language, 'validation', 'value.required'))).toBeVisible();
  await expectGoodPage(page);
  await page.getByLabel(words('forgot.email')).fill(email);
  const answer = await holdAnswers(page, '**/global-challenge-forgot-password');
  const ask = page.getByRole('button', { name: words('forgot.send') });
  await ask.click();
  await expect(ask).toBeHidden();
  await expect(page.getByRole('status', { name: text(language, 'common', 'waiting') })).toBeVisible();
  answer();
  await expect(page.getByRole('status').getByText(words('forgot.done'))).toBeVisible();
  await expectGoodPage(page);

  const link = await mailedLink(email);
  const mail = await mailTo(email);
  expect(mail?.subject).toBe(text(language, 'mails', 'reset-password.subject'));
  expect(mail?.text).toContain(link);

  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1, name: words('reset.title') })).toBeVisible();
  const field = page.getByLabel(words('reset.password'), { exact: true });
  const send = page.getByRole('button', { name: words('reset.send') });
  await send.click();
  await expect(page.getByText(text(language, 'validation', 'value.required'))).toBeVisible();
  await field.fill('too short');
  await send.click();
  await expect(page.getByText(text(language, 'validation', 'password.tooShort'))).toBeVisible();
  refusals.add(422);
  await field.fill('basketball');
  await send.click();
  await expect(page.getByText(text(language, 'validation', 'password.common'))).toBeVisible();
  await expectGoodPage(page);
  await field.fill(newPassword);
  await send.click();
  await expect(page.getByRole('status').filter({ hasText: words('reset.done') })).toBeFocused();
  await expectGoodPage(page);

  await expect(page.getByLabel(text(language, 'sessions', 'signIn.email'))).toHaveValue(email);
  refusals.add(401);
  await trySignIn(page, language, email, oldPassword);
  await expect(page.getByRole('alert')).toContainText(text(language, 'problems', 'badCredentials.detail'));
  await trySignIn(page, language, email, newPassword);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Maëlle');
});

// spec: route /reset-password/{slug}
test(`a used link says in ${language} that it was used, and offers a new link`, async ({
  page,
  refusals,
}) => {
  await page.request.get(`./global-challenge-language-switch?locale=${language}`);
  refusals.add(404);
  await page.goto(`./reset-password/${'x'.repeat(43)}`);
  await expect(page.getByRole('alert')).toContainText(words('reset.spent'));
  await expectGoodPage(page);
  await page.getByRole('link', { name: words('reset.again') }).click();
  await expect(page).toHaveURL(/\/forgot-password$/);
  await expect(page.getByLabel(words('forgot.email'))).toBeVisible();
});

// spec: text account activated
test(`the sign-in page shows the outcome of an activation link in ${language}`, async ({ page }) => {
  await page.request.get(`./global-challenge-language-switch?locale=${language}`);
  await page.goto('./?activated=1');
  await expect(page.getByRole('status').getByText(words('activated.done'))).toBeVisible();
  await expectGoodPage(page);
  // Opens an unusable link, as a click in an email would.
  await page.goto(`./global-challenge-activate/${'x'.repeat(43)}`);
  await expect(page.getByRole('status').getByText(words('activated.spent'))).toBeVisible();
  expect(new URL(page.url()).search).toBe('?activated=0');
});

test(`a sign-up that requires a mailed link tells the person in ${language} to check their email`, async ({
  page,
}) => {
  const label = (key: string) => text(language, 'accounts', `signUp.${key}`);
  // This server does not require a mailed link, so mock the response of a server that does.
  await page.route('**/sign_up_requests', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), activated: false } });
  });
  await page.request.get(`./global-challenge-language-switch?locale=${language}`);
  await page.goto('./sign-up?guest-code=WELCOME');
  const email = `mailed-${language}-${Date.now()}@example.com`;
  const entry = { givenName: 'Maëlle', surname: 'Peeters', email, password: newPassword };
  for (const [field, value] of Object.entries(entry))
    await page.getByLabel(label(field), { exact: true }).fill(value);
  await page.getByRole('button', { name: label('send') }).click();
  await expect(page.getByRole('status').getByText(label('mailed'))).toBeVisible();
  await expect(page.getByText(label('done'))).toBeHidden();
  await expectGoodPage(page);
});

test('the form stays and shows an error after too many requests', async ({ page, refusals }) => {
  const email = `often-${Date.now()}@example.com`;
  const words = (key: string) => text('en', 'passwords', key);
  await page.request.get('./global-challenge-language-switch?locale=en');
  await page.goto('./forgot-password');
  for (let count = 0; count < 5; count += 1)
    expect(
      (await page.request.post('./global-challenge-forgot-password', { data: { email } })).status(),
    ).toBe(200);
  refusals.add(429);
  await page.getByLabel(words('forgot.email')).fill(email);
  await page.getByRole('button', { name: words('forgot.send') }).click();
  const sentence = text('en', 'problems', 'tooManyAttempts.detail_other').replace('{{count}}', '15');
  await expect(page.getByRole('alert')).toContainText(sentence);
  await expect(page.getByLabel(words('forgot.email'))).toHaveValue(email);
});

test('a link works for a signed-in person, and signs them out', async ({ page }) => {
  const email = await signUp(page, 'en');
  const words = (key: string) => text('en', 'passwords', key);
  await page.goto('./');
  await trySignIn(page, 'en', email, oldPassword);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Maëlle');
  await page.request.post('./global-challenge-forgot-password', { data: { email } });
  await page.goto(await mailedLink(email));
  await page.getByLabel(words('reset.password'), { exact: true }).fill(newPassword);
  await page.getByRole('button', { name: words('reset.send') }).click();
  await expect(page.getByText(words('reset.done'))).toBeVisible();
  await trySignIn(page, 'en', email, newPassword);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Maëlle');
});

test(`an invited person is welcomed in ${language} regardless of the platform’s language, and is signed in`, async ({
  page,
  browser,
  refusals,
}) => {
  const words = (key: string) => text(language, 'passwords', key);
  const email = `invited-${language}-${Date.now()}@example.com`;
  const organiser = await browser.newPage();
  await signInSilently(organiser, 'nl', 'organiser@example.com');
  const csv = `voornaam,naam,mail,taal\nMaëlle,Peeters,${email},${language}\n`;
  const data = { csv, keep: true, invite: true };
  const kept = await organiser.request.post('./platform/api/management/people-import', { data });
  expect(kept.status()).toBe(200);
  await organiser.close();

  const link = await mailedLink(email);
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1, name: words('invite.title') })).toBeVisible();
  await expect(page.getByText(email)).toBeVisible();
  await expectGoodPage(page);
  await page.getByLabel(words('invite.password'), { exact: true }).fill(newPassword);
  await page.getByRole('button', { name: words('invite.send') }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Maëlle');

  refusals.add(404);
  await page.goto(link);
  await expect(page.getByRole('alert')).toContainText(words('reset.spent'));
});
