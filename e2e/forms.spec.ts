import type { Page } from '@playwright/test';
import { expect, managed, password, test } from './fixtures.ts';

const m = (key: string) => managed('fr', key);
const field = (resource: string, name: string) => m(`resources.${resource}.fields.${name}`);

test.beforeEach(async ({ page, context, baseURL }) => {
  const data = { username: 'organiser@example.com', password };
  await page.request.post('/global-challenge-login', { data });
  await context.addCookies([{ name: 'locale', value: 'fr', url: baseURL as string }]);
});

/** Accepts or dismisses the next dialog about leaving the page, and records whether that dialog appeared. */
function answerTo(page: Page, leave: boolean): { wasAsked: boolean } {
  const question = { wasAsked: false };
  page.once('dialog', async (dialog) => {
    question.wasAsked = true;
    await (leave ? dialog.accept() : dialog.dismiss());
  });
  return question;
}

test('the challenge form fits a phone, with its side column below the fields', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/dashboard/challenges');
  await page.getByText(m('resources.challenges.states.running')).click();
  const first = page.getByRole('textbox', { name: field('challenges', 'name'), exact: true });
  await expect(first).toBeInViewport();
  expect((await first.boundingBox())?.width).toBeGreaterThan(200);
});

test('the app asks before a person leaves a form with unsaved changes, but not after a save', async ({
  page,
}) => {
  const menu = (name: string) => page.getByRole('menuitem', { name, exact: true });
  await page.goto('/dashboard/teams');
  await page.goto('/dashboard/faq-libraries/create');
  const name = page.getByRole('textbox', { name: field('faq-libraries', 'name'), exact: true });
  await name.fill('À moitié');
  const first = answerTo(page, false);
  await menu('Équipes').click();
  await expect.poll(() => first.wasAsked).toBe(true);
  await expect(name).toHaveValue('À moitié');
  // On a slow machine, the next click could come before the form has processed the answer.
  await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)));
  const second = answerTo(page, true);
  await menu('Équipes').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Équipes' })).toBeVisible();
  expect(second.wasAsked).toBe(true);

  // The settings page stays open after a save.
  await menu('Réglages').click();
  const socialTab = page.getByRole('tab', { name: m('resources.settings.tabs.together') });
  await socialTab.click();
  const modifier = page.getByLabel(field('settings', 'participantsModifier'));
  const value = await modifier.inputValue();
  await modifier.fill('2');
  const third = answerTo(page, false);
  // The first step back leads only to another tab of the same form; the second leaves the form.
  await page.goBack();
  await page.goBack();
  await expect.poll(() => third.wasAsked).toBe(true);
  await socialTab.click();
  await expect(modifier).toHaveValue('2');
  await modifier.fill('3');
  await page.getByRole('button', { name: 'Enregistrer', exact: true }).click();
  await expect(page.getByText(m('app.saved'))).toBeVisible();
  let isAsked = false;
  page.on('dialog', (dialog) => {
    isAsked = true;
    return dialog.accept();
  });
  await menu('Équipes').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Équipes' })).toBeVisible();
  expect(isAsked).toBe(false);
  await menu('Réglages').click();
  await socialTab.click();
  await modifier.fill(value);
  await page.getByRole('button', { name: 'Enregistrer', exact: true }).click();
  await expect(page.getByText(m('app.saved'))).toBeVisible();
  await menu('Équipes').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Équipes' })).toBeVisible();
  expect(isAsked).toBe(false);
});

test('a form keeps the typed text when the stored values arrive late', async ({ page }) => {
  await page.route(/management\/teams\/\d+$/, async (route) => {
    const answer = await route.fetch();
    // Delays the response until the form could have shown the list's cached row.
    await page.waitForFunction(() => document.querySelector('[role=progressbar], input[name=name]'));
    await route.fulfill({ response: answer });
  });
  await page.goto('/dashboard/teams');
  await page.getByRole('row').nth(1).click();
  const name = page.getByRole('textbox', { name: field('teams', 'name'), exact: true });
  await name.fill('Tapé trop tôt');
  await page.waitForLoadState('networkidle');
  await expect(name).toHaveValue('Tapé trop tôt');
});
