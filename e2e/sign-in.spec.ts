import { expect, signIn, test, text } from './journey.ts';

test('who opens an address signed out signs in there and is where they wanted to be', async ({ page }) => {
  await page.goto('./our-challenges');
  await expect(page.getByLabel(text('nl', 'sessions', 'signIn.email'))).toBeVisible();
  await signIn(page);
  await expect(
    page.getByRole('heading', { level: 1, name: text('nl', 'challenges', 'ourChallenges.title') }),
  ).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/our-challenges');
});

test('a session that ends in the middle asks to sign in again and keeps what was typed', async ({
  page,
  context,
  refusals,
}) => {
  refusals.add(401);
  await page.goto('./my-activities/add');
  await signIn(page);
  const info = page.getByLabel(text('nl', 'activities', 'form.info'));
  await info.fill('Nog niet bewaard');
  await page.getByLabel(text('nl', 'activities', 'form.time')).fill('00:30:00');
  await context.clearCookies();
  await page.getByRole('button', { name: text('nl', 'activities', 'add.submit') }).click();
  const dialog = page.getByRole('dialog', { name: text('nl', 'sessions', 'again.title') });
  await expect(dialog).toBeVisible();
  await dialog
    .getByLabel(text('nl', 'sessions', 'signIn.password'), { exact: true })
    .fill('a password for the demo');
  await dialog.getByRole('button', { name: text('nl', 'sessions', 'signIn.send') }).click();
  await expect(dialog).toBeHidden();
  await expect(info).toHaveValue('Nog niet bewaard');
  await page.getByRole('button', { name: text('nl', 'activities', 'add.submit') }).click();
  await expect(page.getByText(text('nl', 'activities', 'mine.added'))).toBeVisible();
});

test('a wrong password says so, in the language of the page', async ({ page, refusals }) => {
  refusals.add(401);
  await page.goto('./');
  await page.getByRole('button', { name: /Français/ }).click();
  await page.getByLabel(text('fr', 'sessions', 'signIn.email')).fill('nobody@example.com');
  await page.getByLabel(text('fr', 'sessions', 'signIn.password'), { exact: true }).fill('not the password');
  await page.getByRole('button', { name: text('fr', 'sessions', 'signIn.send') }).click();
  await expect(page.getByRole('alert')).toContainText(text('fr', 'problems', 'badCredentials.detail'));
});
