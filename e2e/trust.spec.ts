import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { Temporal } from 'temporal-polyfill';
import { codeAt } from '../server/testing/authenticator.ts';
import type { ServerProcess } from '../server/testing/server-process.ts';
import { demoDatabase, emptyDatabase } from './engine.ts';
import {
  expect,
  expectGoodOnEveryScreen,
  expectGoodPage,
  type Language,
  languageOf,
  managed,
  password,
  signIn,
  takePicture,
  test,
  text,
  waitUntilIdle,
} from './fixtures.ts';
import { startServer } from './server.ts';

const code = (secret: string, seconds = 0) => codeAt(secret, Temporal.Now.instant().add({ seconds }));

/** Leaves the page and stops its server, once no calls are running. */
async function leave(page: Page, server: ServerProcess): Promise<void> {
  await waitUntilIdle(page);
  await page.goto('about:blank');
  await server.end('SIGTERM');
}

/** The screens that exist before anything is set up. */
const screens = [
  '',
  'my-activities',
  'my-activities/add',
  'our-challenges',
  'our-statistics',
  'our-statistics/monthly',
  'our-statistics/weekly/running',
  'my-profile',
  'my-profile/edit',
  'my-profile/settings',
  'my-profile/second-factor',
  'my-profile/own-apps',
  'who-sees-what',
  'info',
];

const language = languageOf(import.meta.filename);
test(`the first organiser sets up an empty platform in ${language}`, async ({ page, refusals }) => {
  for (const status of [404, 401, 403, 422]) refusals.add(status);
  const t = (key: string) => text(language, 'first-organiser', key);
  const field = (key: string) =>
    page.getByLabel(text(language, 'accounts', `signUp.${key}`), { exact: true });
  const server = await startServer({ ...(await emptyDatabase()), DEMO: 'off' });
  const [, path = ''] = server.printed().match(/(\/first-organiser\/[\w-]{43})/) ?? [];
  await page.request.get(`${server.address}/global-challenge-language-switch?locale=${language}`);
  await page.goto(`${server.address}/`);
  await expect(page.getByRole('button', { name: text(language, 'sessions', 'signIn.send') })).toBeVisible();
  await page.goto(`${server.address}/sign-up`);
  await expect(field('guestCode')).toBeVisible();
  await page.goto(`${server.address}${path}`);
  await expect(page.getByRole('heading', { name: t('title') })).toBeVisible();
  await page.getByRole('button', { name: t('send') }).click();
  await expect(page.getByText(text(language, 'validation', 'value.required'))).toHaveCount(4);
  await expectGoodOnEveryScreen(page);
  await field('givenName').fill('Amina');
  await field('surname').fill('De Smet');
  await field('email').fill('amina@example.com');
  await field('password').fill(password);
  await page.getByRole('button', { name: t('send') }).click();
  // A new installation requires two-factor authentication, even from its first organiser.
  await expect(page.getByText(text(language, 'second-factor', 'demanded'))).toBeVisible();
  await enrol(page, language);
  await page.getByRole('link', { name: text(language, 'second-factor', 'codes.toManagement') }).click();
  await expect(page).toHaveURL(`${server.address}/dashboard`);
  await expect(
    page.getByText(managed(language, 'resources.faq-questions.name').split(' |||| ')[1] ?? '').first(),
  ).toBeVisible();

  for (const screen of screens) {
    await page.goto(`${server.address}/${screen}`);
    await expect(page.getByRole('heading').first()).toBeVisible();
    await waitUntilIdle(page);
    await expectGoodPage(page);
  }
  await page.goto(`${server.address}${path}`);
  await expect(page.getByRole('heading', { name: t('closed.title') })).toBeVisible();
  await expectGoodOnEveryScreen(page);
  await leave(page, server);
});

/** Sets up two-factor authentication on its page, and returns the secret and a recovery code. */
async function enrol(page: Page, language: Language) {
  const t = (key: string) => text(language, 'second-factor', key);
  await page.getByLabel(t('password'), { exact: true }).fill(password);
  await page.getByRole('button', { name: t('start.send') }).click();
  await expect(page.getByRole('img', { name: t('scan.picture') })).toBeVisible();
  await expectGoodOnEveryScreen(page);
  const secret = ((await page.locator('code').textContent()) ?? '').replaceAll(' ', '');
  await page.getByLabel(t('scan.code'), { exact: true }).fill('000000');
  await page.getByRole('button', { name: t('scan.send') }).click();
  await expect(page.getByText(text(language, 'validation', 'secondFactorCode.wrong'))).toBeVisible();
  await page.getByLabel(t('scan.code'), { exact: true }).fill(await code(secret));
  await page.getByRole('button', { name: t('scan.send') }).click();
  await expect(page.getByText(t('codes.text'))).toBeVisible();
  const codes = page.getByRole('listitem').locator('code');
  await expect(codes).toHaveCount(10);
  await expectGoodOnEveryScreen(page);
  return { secret, recoveryCode: (await codes.first().textContent()) ?? '' };
}

/** Signs in again with a second factor, in the dialog that appears when the session has ended. */
async function signInAgain(page: Page, language: Language, code: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: managed(language, 'app.again.title') });
  const send = dialog.getByRole('button', { name: managed(language, 'app.again.send') });
  const codeField = dialog.getByLabel(managed(language, 'app.again.code'));
  const passwordField = dialog.getByLabel(managed(language, 'app.again.password'));
  await passwordField.fill(password);
  await send.click();
  await codeField.fill('000000');
  await expectGoodOnEveryScreen(page);
  // Ends the pending sign-in, which otherwise expires after 15 minutes.
  await page.context().clearCookies({ name: /^(?!locale)/ });
  await send.click();
  await expect(dialog.getByRole('alert')).toHaveText(text(language, 'problems', 'secondStepOver.detail'));
  await passwordField.fill(password);
  await send.click();
  await codeField.fill('000000');
  await send.click();
  await expect(dialog.getByRole('alert')).toHaveText(text(language, 'validation', 'secondFactorCode.wrong'));
  await codeField.fill(code);
  await send.click();
  await expect(dialog).toBeHidden();
}

test(`organisers can set up, use and remove a required second factor in ${language}`, async ({
  page,
  context,
  refusals,
}) => {
  for (const status of [422, 403, 401]) refusals.add(status);
  const t = (key: string) => text(language, 'second-factor', key);
  const server = await startServer(
    await demoDatabase({ secondFactorRequired: true }, async (db) => {
      await db.updateTable('people').set({ language }).where('email', '=', 'organiser@example.com').execute();
    }),
  );
  await page.request.get(`${server.address}/global-challenge-language-switch?locale=${language}`);
  await page.goto(`${server.address}/`);
  await signIn(page, 'organiser@example.com', language);
  await expect(page).toHaveURL(`${server.address}/my-profile/second-factor`);
  await page.goto(`${server.address}/dashboard`);
  await expect(page.getByText(t('demanded'))).toBeVisible();
  await expectGoodOnEveryScreen(page);
  const { secret, recoveryCode } = await enrol(page, language);
  await page.getByRole('link', { name: t('codes.toManagement') }).click();
  await expect(page).toHaveURL(`${server.address}/dashboard`);

  await page.goto(`${server.address}/sign-out`);
  await expect(page.getByLabel(text(language, 'sessions', 'signIn.email'))).toBeVisible();
  await page.goto(`${server.address}/our-challenges`);
  await signIn(page, 'organiser@example.com', language);
  await expect(page.getByText(t('step.text'))).toBeVisible();
  await expectGoodOnEveryScreen(page);
  const codeField = page.getByLabel(t('step.code'), { exact: true });
  await codeField.fill('000000');
  await page.getByRole('button', { name: t('step.send') }).click();
  await expect(page.getByText(text(language, 'validation', 'secondFactorCode.wrong'))).toBeVisible();
  // Uses the code for the next 30 seconds, because the current code has been used.
  await codeField.fill(await code(secret, 30));
  await page.getByRole('button', { name: t('step.send') }).click();
  await expect(codeField).toBeHidden();
  await expect(page.getByRole('banner').getByRole('img', { name: 'Global Challenge' })).toBeVisible();
  await expect(page).toHaveURL(`${server.address}/our-challenges`);

  await page.goto(`${server.address}/dashboard/teams`);
  const rows = page.getByRole('row');
  await expect(rows).not.toHaveCount(0);
  await context.clearCookies({ name: /^(?!locale)/ });
  await page.getByRole('columnheader').getByRole('button').first().click();
  await signInAgain(page, language, recoveryCode);
  await expect(rows).not.toHaveCount(0);
  await leave(page, server);
});

/** Publishes a consent text as the demo company's organiser. */
async function publish(page: Page, server: ServerProcess, title: string): Promise<void> {
  const { request } = (await page.context().browser()?.newContext()) ?? page.context();
  const credentials = { username: 'organiser@example.com', password };
  await request.post(`${server.address}/global-challenge-login`, { data: credentials });
  const made = await request.post(`${server.address}/platform/api/management/consent-texts`, {
    data: {
      title: { en: title, fr: title, nl: title },
      content: {
        en: '<p>We keep what you log.</p>',
        fr: '<p>Nous gardons tout.</p>',
        nl: '<p>We bewaren alles.</p>',
      },
    },
  });
  expect(made.status()).toBe(201);
  const { id, version } = await made.json();
  const address = `${server.address}/platform/api/management/consent-texts/${id}/publish`;
  expect((await request.post(address, { data: { version } })).status()).toBe(200);
}

test(`a consent text is shown at sign-up, and once to people who have an account, in ${language}`, async ({
  page,
}) => {
  const t = (key: string, values: Record<string, string> = {}) =>
    Object.entries(values).reduce(
      (words, [name, value]) => words.replace(`{{${name}}}`, value),
      text(language, 'consents', key),
    );
  const server = await startServer(await demoDatabase({}));
  await page.request.get(`${server.address}/global-challenge-language-switch?locale=${language}`);
  await page.goto(`${server.address}/sign-up`);
  await expect(page.getByLabel(text(language, 'accounts', 'signUp.surname'), { exact: true })).toBeVisible();
  await waitUntilIdle(page);
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await publish(page, server, 'Gegevens 1');
  await page.reload();
  const title = 'Gegevens 1';
  const box = page.getByRole('checkbox', { name: t('agree', { title }) });
  await expect(box).toBeVisible();
  const field = (key: string) =>
    page.getByLabel(text(language, 'accounts', `signUp.${key}`), { exact: true });
  await field('givenName').fill('Noor');
  await field('surname').fill('Claes');
  await field('email').fill('noor@example.com');
  await field('guestCode').fill('WELCOME');
  await field('password').fill(password);
  const send = page.getByRole('button', { name: text(language, 'accounts', 'signUp.send') });
  await page.getByRole('button', { name: t('read') }).click();
  await expectGoodOnEveryScreen(page);
  // The checkbox starts unchecked, because consent is optional.
  await expect(box).not.toBeChecked();
  await send.click();
  await expect(page.getByText(text(language, 'accounts', 'signUp.done'))).toBeVisible();

  await page.goto(`${server.address}/my-profile/settings`);
  await signIn(page, 'noor@example.com', language);
  const banner = page.getByRole('region', { name: t('banner.label') });
  await banner.getByRole('button', { name: t('banner.yes') }).click();
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
  await page.getByRole('button', { name: t('panel.takeBack') }).click();
  await page.getByText(t('panel.history')).click();
  await expect(
    page.getByRole('listitem').filter({ hasText: t('panel.agreed').split('}}')[1]?.split('{{')[0] ?? '' }),
  ).toBeVisible();
  await publish(page, server, 'Gegevens 2');
  await page.reload();
  await expect(banner).toContainText(t('banner.question', { title: 'Gegevens 2' }));
  await expectGoodOnEveryScreen(page);
  await banner.getByRole('button', { name: t('banner.no') }).click();
  await expect(banner).toBeHidden();
  await expect(page.getByRole('button', { name: t('panel.agree') })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: t('panel.agree') })).toBeVisible();
  await expect(banner).toBeHidden();
  await leave(page, server);
});

test(`«who sees what» reflects the configuration in ${language}, and can be printed`, async ({ page }) => {
  const t = (key: string) => text(language, 'who-sees-what', key);
  const server = await startServer(
    await demoDatabase({ anonymiseAfterDays: 90, secondFactorRequired: true }),
  );
  await page.request.get(`${server.address}/global-challenge-language-switch?locale=${language}`);
  await page.goto(`${server.address}/who-sees-what`);
  await expect(page.getByText(t('rules.keeping.days_other').replace('{{count}}', '90'))).toBeVisible();
  await expect(page.getByText(t('rules.secondFactor.required'))).toBeVisible();
  await expect(page.getByText(t('rules.consent.none'))).toBeVisible();
  await expect(page.getByRole('row', { name: t('managed.changes') })).toContainText(t('rights.sees'));
  await expectGoodOnEveryScreen(page);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: t('print') })).toBeHidden();
  await leave(page, server);
});

test('organisers export statistics and publish a consent text', async ({ page }) => {
  await page.goto('./');
  await signIn(page, 'organiser@example.com', 'nl');
  await expect(page.getByRole('main')).toBeVisible();
  // The demo company's organiser uses English.
  await page.goto('./dashboard/statistics');
  const rule = managed('en', 'resources.statistics.rule').split('%{count}')[0] ?? '';
  await expect(page.getByText(rule)).toBeVisible();
  const week = page.getByRole('row', { name: managed('en', 'resources.statistics.kilometers') });
  await expect(week.first()).toBeVisible();
  const chosen = page.getByRole('combobox', { name: managed('en', 'resources.statistics.challenge') });
  await chosen.click();
  await page.getByRole('option', { name: managed('en', 'resources.statistics.all') }).click();
  await expect(chosen).toContainText(managed('en', 'resources.statistics.all'));
  await takePicture(page, 'statistics');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const download = await downloading;
  const all = managed('en', 'resources.statistics.all');
  expect(download.suggestedFilename()).toMatch(new RegExp(`^Statistics - ${all} - [\\d-]{10}\\.csv$`));
  // The exported number equals the number on the screen.
  const people = page.getByRole('row', { name: managed('en', 'resources.statistics.registered') });
  const [, reported = ''] = await people.getByRole('cell').or(people.getByRole('rowheader')).allInnerTexts();
  expect(reported).toMatch(/^About \d+$/);
  const csv = readFileSync(await download.path(), 'utf8');
  expect(csv).toMatch(new RegExp(`${managed('en', 'resources.statistics.registered')}.*${reported}`));
  expect(csv).toMatch(/Table.Row.Measure.Amount/);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectGoodPage(page);
  await takePicture(page, 'statistics-phone');
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto('./dashboard/consent-texts/create');
  const words = (key: string) => managed('en', `resources.consent-texts.${key}`);
  await expect(page.getByText(words('forGood'))).toBeVisible();
  await page.getByRole('textbox', { name: words('fields.title'), exact: true }).fill('Photos');
  await page.locator('.tiptap').first().fill('We show photos of the finish.');
  await page.getByRole('button', { name: 'Save' }).click();
  // The draft has a text in one of three languages, and people cannot see it yet.
  await expect(page.getByText('Added: consent text “Photos”')).toBeVisible();
  await expect(page.getByText(words('preview'))).toBeVisible();
  await expect(page.getByText('We show photos of the finish.')).toHaveCount(2);
  await expect(page.getByText(words('missing').split('%{')[0] ?? '')).toBeVisible();
  await expect(page.getByRole('button', { name: words('publish') })).toBeDisabled();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectGoodPage(page);
  await takePicture(page, 'consent-draft-phone');
  await page.setViewportSize({ width: 1280, height: 900 });
  await takePicture(page, 'consent-draft');
  expect((await (await page.request.get('./platform/api/consent_text')).json()).number).toBeNull();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
  await expect(page).toHaveURL(/consent-texts$/);
});
