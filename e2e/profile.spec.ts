import { readFileSync } from 'node:fs';
import type { Browser, Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { expect, expectGoodPage, type Language, languageOf, test, text } from './fixtures.ts';

const password = 'sturdy walking shoes';
const otherLanguage: Record<Language, Language> = { en: 'fr', fr: 'nl', nl: 'en' };
const menuLabels = { en: 'My profile', fr: 'Mon profil', nl: 'Mijn profiel' };

interface TestPerson {
  email: string;
  givenName: string;
  surname: string;
}

/** Creates a person and signs them in on the page, in the given language. */
async function signUpAs(page: Page, language: Language, givenName: string): Promise<TestPerson> {
  const unique = `${Date.now()}${Math.floor(Math.random() * 1000)}`;
  const body = { givenName, surname: `Peeters ${unique}`, email: `profile-${unique}@example.com`, language };
  const signedUp = await page.request.post('./platform/api/sign_up_requests', {
    data: { ...body, guestCode: 'WELCOME', password },
  });
  expect(signedUp.status()).toBe(201);
  const signedIn = await page.request.post('./global-challenge-login', {
    data: { username: body.email, password },
  });
  expect(signedIn.status()).toBe(200);
  await page.request.get(`./global-challenge-language-switch?locale=${language}`);
  return body;
}

async function signUpAsOther(browser: Browser, language: Language): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signUpAs(page, language, 'Toeschouwer');
  return page;
}

const logSteps = async (page: Page, steps: number, info: string) => {
  const answer = await page.request.post('./platform/api/activities', {
    data: { performedAt: '2026-01-05', sport: await aSport(page), amountType: 'steps', steps, info },
  });
  expect(answer.status()).toBe(201);
};

async function aSport(page: Page): Promise<string> {
  const sports = await (await page.request.get('./platform/api/sports')).json();
  return sports['hydra:member'].find(({ type }: { type: string }) => type === 'walking')['@id'];
}

const myId = async (page: Page): Promise<number> =>
  (await (await page.request.get('./platform/api/person_infos/me')).json()).id;

const language = languageOf(import.meta.filename);
const words = (key: string, of = language as Language) => text(of, 'people', key);
const complaint = (key: string) => text(language, 'validation', key);

// spec: route /my-profile, route /my-profile/edit, state profile change, rule profile, text data modified
test(`a person views and changes their profile in ${language}, and the app switches to the new language`, async ({
  page,
}) => {
  const me = await signUpAs(page, language, 'Maëlle');
  await logSteps(page, 10_000, 'Langs de vaart');
  await page.goto('./my-profile');
  await expect(page.getByRole('heading', { level: 1, name: words('mine.title') })).toBeVisible();
  await expect(page.getByText(me.email)).toBeVisible();
  const card = page.getByRole('region', { name: text(language, 'activities', 'person.label') });
  await expect(card).toContainText(`Maëlle ${me.surname}`);
  await expect(card).toContainText(language === 'en' ? '7.00' : '7,00');
  await expect(page.getByRole('article').filter({ hasText: 'Langs de vaart' })).toBeVisible();
  await expectGoodPage(page);

  await page.getByRole('link', { name: words('mine.edit') }).click();
  const field = (key: string, of = language as Language) => page.getByLabel(words(key, of), { exact: true });
  await expect(field('edit.email')).toHaveValue(me.email);
  await expect(field('edit.email')).not.toBeEditable();
  const chosenLanguage = page.getByRole('combobox', { name: words('edit.language') });
  await expect(chosenLanguage).toHaveValue(language);
  await field('edit.givenName').fill(' ');
  await field('edit.surname').fill('');
  await page.getByRole('button', { name: words('edit.submit') }).click();
  await expect(page.getByText(complaint('value.required'))).toHaveCount(2);
  await expectGoodPage(page);

  const next = otherLanguage[language];
  await field('edit.givenName').fill('Marie');
  await field('edit.surname').fill(me.surname);
  await chosenLanguage.selectOption(next);
  await page.getByRole('button', { name: words('edit.submit') }).click();
  await expect(page.getByRole('status').filter({ hasText: words('edit.done', next) })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', next);
  const menu = page.getByRole('navigation', { name: text(next, 'layout', 'menu'), exact: true });
  await expect(menu.getByRole('link', { name: menuLabels[next] })).toBeVisible();
  await menu.getByRole('link', { name: menuLabels[next] }).click();
  await expect(page.getByRole('heading', { level: 2, name: `Marie ${me.surname}` })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: words('mine.title', next) })).toBeVisible();
});

// spec: route /profile/{id}, role others read-only
test(`a person chooses in ${language} how others see them, and another person sees the chosen name`, async ({
  page,
  browser,
  refusals,
}) => {
  const me = await signUpAs(page, language, 'Corneel');
  await logSteps(page, 5000, `Ommetje ${me.surname}`);
  const id = await myId(page);
  const other = await signUpAsOther(browser, language);
  const profileOf = async (viewer: Page) => {
    await viewer.goto(`./profile/${id}`);
    return viewer.getByRole('heading', { level: 1 });
  };
  await expect(await profileOf(other)).toHaveText(`Corneel ${me.surname}`);
  const activity = other.getByRole('article').filter({ hasText: `Ommetje ${me.surname}` });
  await expect(activity).toBeVisible();
  const card = (key: string) => text(language, 'activities', `card.${key}`);
  await expect(activity.getByRole('button', { name: card('menu') })).toHaveCount(0);
  await expectGoodPage(other);

  await page.goto('./my-profile/edit');
  const choose = (choice: string) =>
    page.getByRole('radio', { name: words(`naming.${choice}.title`) }).check();
  const save = () => page.getByRole('button', { name: words('edit.submit') }).click();
  await choose('nickname');
  await save();
  await expect(page.getByText(complaint('nickname.required'))).toBeVisible();
  const nickname = page.getByRole('textbox', { name: words('naming.nicknameLabel') });
  await nickname.fill('Snelle Slak');
  // The preview shows the name before the person saves.
  await expect(page.getByRole('radio', { name: /Snelle Slak/ })).toBeChecked();
  await expectGoodPage(page);
  await save();
  await expect(page.getByText(words('edit.done'))).toBeVisible();
  await expect(await profileOf(other)).toHaveText('Snelle Slak');

  await choose('none');
  await save();
  await expect
    .poll(async () => (await other.request.get(`./platform/api/person_infos/${id}`)).status())
    .toBe(404);
  refusals.add(404);
  await expect(await profileOf(other)).toHaveText(words('profile.unknownTitle'));
  await expect(other.getByText(words('profile.unknown'))).toBeVisible();
  await expectGoodPage(other);
  // The person's own profile shows the chosen name too.
  await profileOf(page);
  await expect(page.getByText(words('profile.ownUnnamed'))).toBeVisible();
  await page.getByRole('link', { name: words('profile.toMine') }).click();
  await page.getByRole('link', { name: words('mine.settings') }).click();
  await expect(page.getByText(words('mine.notNamed'))).toBeVisible();
  await other.context().close();
});

// spec: route /my-profile/delete, state account deletion, call navigation /account/remove
// spec: constant redirect after deletion, text account deleted, text deletion refused, text deletion failed
test(`in ${language}, a person deletes their account and returns to the start page`, async ({
  page,
  refusals,
}) => {
  const me = await signUpAs(page, language, 'Ward');
  await page.goto('./account/remove');
  await expect(page).toHaveURL(/\/my-profile\/delete$/);
  await expect(page.getByRole('heading', { level: 1, name: words('delete.title') })).toBeVisible();
  await expectGoodPage(page);
  const confirm = page.getByRole('button', { name: words('delete.confirm') });

  for (const [status, key] of [
    [400, 'delete.badRequest'],
    [500, 'delete.failed'],
  ] as const) {
    refusals.add(status);
    await page.route('**/gc/account/delete', (route) => route.fulfill({ status, json: {} }));
    await confirm.click();
    await expect(page.getByRole('alert')).toHaveText(words(key));
    await page.unroute('**/gc/account/delete');
  }

  await confirm.click();
  await expect(page.getByText(words('delete.done'))).toBeVisible();
  const seenAt = Date.now();
  await expect(page.getByLabel(text(language, 'sessions', 'signIn.email'))).toBeVisible();
  expect(Date.now() - seenAt).toBeGreaterThan(1700);
  expect(new URL(page.url()).pathname).toBe('/');
  const again = await page.request.post('./global-challenge-login', {
    data: { username: me.email, password },
  });
  expect(again.status()).toBe(401);
});

test(`a person exports their data in ${language}`, async ({ page }) => {
  const me = await signUpAs(page, language, 'Hilde');
  await logSteps(page, 1234, '=1+1; "Zoniersbos"');
  await page.goto('./my-profile/settings');
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: words('export.button') }).click();
  const download = await saving;
  const name = text(language, 'export', 'fileName');
  expect(download.suggestedFilename()).toMatch(new RegExp(`^${name}-\\d{4}-\\d\\d-\\d\\d\\.zip$`));
  const files = unzipSync(readFileSync(await download.path()));
  const read = (file: string) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(files[file]);
  expect(read('README.txt')).toContain(text(language, 'export', 'title'));
  expect(JSON.parse(read('profile.json'))).toMatchObject({ givenName: 'Hilde', email: me.email });
  expect(JSON.parse(read('activities.json'))).toMatchObject([{ steps: 1234, info: '=1+1; "Zoniersbos"' }]);
  const table = read('activities.csv');
  expect(table).toContain(`\uFEFF${text(language, 'export', 'columns.uuid')}`);
  expect(table).toContain(`"'=1+1; ""Zoniersbos"""`);
});

test(`«who sees what» in ${language} explains the general rules to visitors, and tells a person what others see of them`, async ({
  page,
}) => {
  const page_ = (key: string) => text(language, 'who-sees-what', key);
  await page.request.get(`./global-challenge-language-switch?locale=${language}`);
  await page.goto('./sign-up');
  await page.getByRole('link', { name: page_('title') }).click();
  await expect(page.getByText(page_('lead.visitor'))).toBeVisible();
  const rowOf = (thing: string) =>
    page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: page_(`things.${thing}.title`), exact: true }) });
  await expect(rowOf('name')).toContainText(page_('sights.chosen'));
  await expectGoodPage(page);

  await signUpAs(page, language, 'Jef');
  await page.goto('./');
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: page_('title') })
    .click();
  await expect(page.getByText(page_('lead.full'))).toBeVisible();
  await expect(rowOf('email').getByText(page_('sights.no')).first()).toBeVisible();
  await expect(rowOf('name').getByText(page_('sights.no'))).toHaveCount(0);
  await expectGoodPage(page);
  await page.getByRole('link', { name: page_('change') }).click();
  await expect(page).toHaveURL(/\/my-profile\/edit$/);
});

// spec: text account deleted, text deletion refused, text deletion failed, text data modified
test('the texts about deleting an account and changing data have the wording of the specification', () => {
  const words = (key: string) => text('en', 'people', key);
  expect(words('delete.done')).toBe('Your account has been deleted.');
  expect(words('delete.badRequest')).toBe('You made an error in the request.');
  expect(words('delete.failed')).toBe(
    'There was a problem deleting your account. Contact us to remove your account.',
  );
  expect(words('edit.done')).toBe(
    'Your request to modify your data has been accepted. Your data will soon be updated.',
  );
});
