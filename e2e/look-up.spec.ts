import type { Page } from '@playwright/test';
import { expect, expectGoodPage, managed, signInSilently, takePicture, test, text } from './fixtures.ts';
import { log, visitor } from './social.ts';

const m = (key: string) => managed('nl', key);
const settings = './platform/api/management/settings/1';

async function byReason(page: Page, activitiesByReason: boolean): Promise<void> {
  const now = await (await page.request.get(settings)).json();
  const changed = await page.request.put(settings, { data: { ...now, activitiesByReason } });
  expect(changed.status()).toBe(200);
}

// claim: activities-by-reason
test('an organiser opens a person’s activities of one day only after giving a reason', async ({
  page,
  browser,
}) => {
  const person = await visitor(browser, 'nl');
  const { uuid } = await log(person.page);
  const { performedAt } = await (await person.page.request.get(`./platform/api/activities/${uuid}`)).json();
  await signInSilently(page, 'nl', 'organiser@example.com');
  await byReason(page, true);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('./dashboard/activities');
  await expect(page.getByText(m('app.activity.byReason'))).toBeVisible();
  await expect(page.getByText(person.somebody.surname)).toHaveCount(0);
  await page.getByRole('button', { name: m('app.activity.lookUp') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox').fill(person.somebody.email);
  await page.getByRole('option', { name: person.somebody.email }).click();
  await dialog.getByLabel(m('resources.activities.fields.performedAt')).fill(performedAt.slice(0, 10));
  await dialog.getByLabel(m('app.reason')).fill('Vroeg om een correctie');
  await takePicture(page, 'look-up-phone');
  await expectGoodPage(page);
  await dialog.getByRole('button', { name: m('app.activity.lookUp') }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(person.somebody.surname)).toBeVisible();
  await expectGoodPage(page);
  await page.setViewportSize({ width: 1280, height: 900 });
  await expect(page.getByRole('cell', { name: person.somebody.surname })).toBeVisible();
  await takePicture(page, 'looked-up-desk');
  await expectGoodPage(page);
  await page.goto('./dashboard/settings/1/trust');
  await expect(page.getByLabel(m('resources.settings.fields.activitiesByReason'))).toBeChecked();
  await takePicture(page, 'setting-desk');

  await person.page.setViewportSize({ width: 390, height: 844 });
  await person.page.goto('./who-sees-what');
  await expect(person.page.getByText(text('nl', 'who-sees-what', 'rules.activities.byReason'))).toBeVisible();
  await takePicture(person.page, 'who-sees-what-by-reason');
  await expectGoodPage(person.page);
  await byReason(page, false);
});
