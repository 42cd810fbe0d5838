import type { Page } from '@playwright/test';
import { chooseFrom, expect, expectGoodPage, password, signIn, test, text } from './fixtures.ts';

const nl = (namespace: string, key: string) => text('nl', namespace, key);

/** Parses a number in Dutch notation: 1.234,56. */
const numberIn = (shown: string | null) => Number((shown ?? '').replace(/[^\d,]/g, '').replace(',', '.'));

async function challengeNumbers(page: Page) {
  await page.goto('./');
  const statOf = (key: string) =>
    page
      .locator('dt', { hasText: new RegExp(`^${nl('challenges', `stats.${key}`)}$`) })
      .locator('xpath=following-sibling::dd');
  await expect(statOf('kilometers')).toHaveText(/\d/);
  return {
    participants: numberIn(await statOf('participants').textContent()),
    activities: numberIn(await statOf('activities').textContent()),
    kilometers: numberIn(await statOf('kilometers').textContent()),
    map: await page.getByRole('img', { name: /procent/ }).getAttribute('aria-label'),
  };
}

test('a participant signs up, logs, edits and deletes activities, sees all numbers change, and changes the language', async ({
  page,
  refusals,
}) => {
  await test.step('signs up with the guest code', async () => {
    await page.goto('./sign-up?guest-code=wel-come');
    await expect(page.getByText(nl('accounts', 'goodToKnow.title'))).toBeVisible();
    const field = (key: string) => page.getByLabel(nl('accounts', `signUp.${key}`), { exact: true });
    await expect(field('guestCode')).toHaveValue('wel-come');
    await page.getByRole('button', { name: nl('accounts', 'signUp.send') }).click();
    await expect(page.getByText(nl('validation', 'value.required'))).toHaveCount(4);
    await expectGoodPage(page);
    // The server responds with 422, because the address already has an account.
    refusals.add(422);
    await field('givenName').fill('Aurélie');
    await field('surname').fill('Vandenbossche');
    await field('email').fill('participant@example.com');
    await field('password').fill(password);
    const account = page.waitForResponse((response) => response.url().endsWith('sign_up_requests'));
    await page.getByRole('button', { name: nl('accounts', 'signUp.send') }).click();
    expect((await account).status()).toBe(422);
    await expect(page.getByText(nl('validation', 'email.takenAtSignUp'))).toBeVisible();
    await field('email').fill('aurelie@example.com');
    await page.getByRole('button', { name: nl('accounts', 'signUp.send') }).click();
    await expect(page.getByText(nl('accounts', 'signUp.done'))).toBeVisible();
    await expectGoodPage(page);
    await page.getByRole('link', { name: nl('accounts', 'signUp.signIn') }).click();
  });

  await test.step('signs in', async () => {
    await signIn(page, 'aurelie@example.com');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Aurélie');
  });

  const before = await challengeNumbers(page);

  await test.step('logs two hours of running, after an invalid time', async () => {
    await page
      .getByRole('link', { name: nl('challenges', 'addActivity') })
      .first()
      .click();
    await page.getByLabel('Sport').selectOption({ label: 'Lopen' });
    await page.getByRole('button', { name: nl('activities', 'add.submit') }).click();
    await expect(page.getByText(nl('validation', 'time.invalid'))).toBeVisible();
    await expectGoodPage(page);
    await page.getByLabel(nl('activities', 'form.time')).fill('02:00:00');
    await expect(page.getByText(/^2 uur = 20,00\u00a0km$/)).toBeVisible();
    await page.getByLabel(nl('activities', 'form.info')).fill('Langs de Schelde');
    await page.getByRole('button', { name: nl('activities', 'add.submit') }).click();
    await expect(page.getByText(nl('activities', 'mine.added'))).toBeVisible();
    await expect(page.getByRole('article').filter({ hasText: 'Langs de Schelde' })).toContainText('20,00');
  });

  await test.step('logs ten thousand steps', async () => {
    await page
      .getByRole('main')
      .getByRole('link', { name: nl('activities', 'add.title') })
      .click();
    await page.getByRole('radiogroup').getByText(nl('activities', 'form.types.steps')).click();
    await page.getByLabel(nl('activities', 'form.steps')).fill('10.000');
    await expect(page.getByText('10.000 stappen = 7,00 km')).toBeVisible();
    await page.getByRole('button', { name: nl('activities', 'add.submit') }).click();
    await expect(page.getByText(nl('activities', 'mine.added'))).toBeVisible();
    const card = page.getByRole('region', { name: nl('activities', 'person.label') });
    await expect(card).toContainText('27,00');
  });

  await test.step('sees the map, the numbers and the board change', async () => {
    const after = await challengeNumbers(page);
    expect(after.activities).toBe(before.activities + 2);
    expect(after.kilometers).toBeCloseTo(before.kilometers + 27, 2);
    expect(after.map).not.toBe(before.map);
    const feed = page.getByRole('article').filter({ hasText: 'Aurélie Vandenbossche' });
    await expect(feed).toHaveCount(2);
    const { uri } = await (await page.request.get('./platform/api/challenges/current')).json();
    await page.goto(`./challenges/ranking/${uri}`);
    await expect(page.getByRole('row').filter({ hasText: 'Aurélie Vandenbossche' })).toContainText('27,00');
  });

  await test.step('edits one activity', async () => {
    await page.goto('./my-activities');
    await chooseFrom(page.getByRole('article').filter({ hasText: 'Langs de Schelde' }), 'nl', 'edit');
    await expect(page.getByLabel(nl('activities', 'form.time'))).toHaveValue('02:00:00');
    await page.getByLabel(nl('activities', 'form.time')).fill('01:00:00');
    await page.getByRole('button', { name: nl('activities', 'edit.submit') }).click();
    await expect(page.getByText(nl('activities', 'mine.changed'))).toBeVisible();
    await expect(page.getByRole('article').filter({ hasText: 'Langs de Schelde' })).toContainText('10,00');
  });

  await test.step('deletes the other activity, after cancelling once', async () => {
    const card = page.getByRole('article').filter({ hasText: '7,00' });
    await chooseFrom(card, 'nl', 'delete');
    await expectGoodPage(page);
    await card.getByRole('button', { name: nl('activities', 'card.keep') }).click();
    await chooseFrom(card, 'nl', 'delete');
    await card.getByRole('button', { name: nl('activities', 'card.delete') }).click();
    await expect(page.getByText(nl('activities', 'card.removed'))).toBeVisible();
    await expectGoodPage(page);
    const after = await challengeNumbers(page);
    expect(after.activities).toBe(before.activities + 1);
    expect(after.kilometers).toBeCloseTo(before.kilometers + 10, 2);
  });

  await test.step('changes the language, which the app remembers', async () => {
    await page.getByRole('button', { name: /Français/ }).click();
    await expect(page.getByText(text('fr', 'challenges', 'latestActivities'))).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
    await page.reload();
    await expect(page.getByText(text('fr', 'challenges', 'latestActivities'))).toBeVisible();
  });

  await test.step('signs out', async () => {
    await page.goto('./sign-out');
    await expect(page.getByLabel(text('fr', 'sessions', 'signIn.email'))).toBeVisible();
    expect(new URL(page.url()).pathname).toBe('/');
  });
});
