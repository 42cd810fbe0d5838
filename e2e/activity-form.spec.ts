import type { Locator, Page } from '@playwright/test';
import { arrive, chooseFrom, expect, expectGoodPage, test, text } from './fixtures.ts';

const nl = (key: string) => text('nl', 'activities', key);

/** Logs one hour of the given sport through the API. */
async function log(page: Page, sport: string): Promise<void> {
  const { 'hydra:member': sports } = await (await page.request.get('./platform/api/sports')).json();
  const one = sports.find(({ name }: { name: string }) => name === sport);
  const data = { performedAt: '2026-01-05', sport: one['@id'], amountType: 'time', time: '01:00:00' };
  expect((await page.request.post('./platform/api/activities', { data })).status()).toBe(201);
}

test.describe('on a phone in another language', () => {
  test.use({ viewport: { width: 390, height: 844 }, locale: 'en-US', hasTouch: true, isMobile: true });

  test('a person logs an activity for yesterday by touch', async ({ page }) => {
    await arrive(page, 'nl');
    for (const sport of ['running', 'cycling', 'running', 'yoga']) await log(page, sport);
    await page.goto('./my-activities/add');
    const sport = page.getByLabel(nl('form.sport'));
    const first = await sport.locator('option').first().getAttribute('value');
    await expect(sport).toHaveValue(first ?? '');
    const chips = page.getByRole('group', { name: nl('form.recent') }).getByRole('button');
    await expect(chips).toHaveText(['Yoga', 'Lopen', 'Fietsen']);
    await chips.filter({ hasText: 'Lopen' }).tap();
    await expect(sport.locator('option:checked')).toHaveText('Lopen');
    await expect(chips.filter({ hasText: 'Lopen' })).toHaveAttribute('aria-pressed', 'true');

    await page.getByRole('button', { name: nl('form.yesterday') }).tap();
    const [day, words] = await page.evaluate(() => {
      const date = new Date();
      date.setDate(date.getDate() - 1);
      const options = { weekday: 'short', day: 'numeric', month: 'short' } as const;
      return [new Intl.DateTimeFormat('sv').format(date), date.toLocaleDateString('nl-BE', options)];
    });
    await expect(page.getByLabel(nl('form.performedAt'))).toHaveValue(day);
    await expect(page.getByText(words, { exact: true })).toBeVisible();

    const time = page.getByLabel(nl('form.time'));
    await time.fill('47');
    await page.getByRole('button', { name: nl('form.colon') }).tap();
    await expect(time).toBeFocused();
    await page.keyboard.type('54');
    await expect(page.getByText('47 minuten 54 seconden = 7,98 km')).toBeVisible();
    const save = page.getByRole('button', { name: nl('add.submit') });
    await page.evaluate(() => window.scrollTo(0, 0));
    await expect(save).toBeInViewport({ ratio: 1 });
    await expectGoodPage(page);
    await save.tap();
    await expect(page.getByText(nl('mine.added'))).toBeVisible();
    await expect(page.getByRole('article').first()).toContainText('47 min 54 s');
  });
});

test('a step count may contain the language’s thousands separator: 8.000 is never read as eight', async ({
  page,
}) => {
  await arrive(page, 'nl');
  await page.goto('./my-activities/add');
  await page.getByRole('radiogroup').getByText(nl('form.types.steps')).click();
  const steps = page.getByLabel(nl('form.steps'));
  for (const written of ['8000', '8,000', '8\u00a0000', '8\u202f000', '8 000', '8.000']) {
    await steps.fill(written);
    await expect(page.getByText('8.000 stappen = 5,60 km')).toBeVisible();
  }
  await steps.fill('8.00');
  await expect(page.getByText(nl('preview.empty'))).toBeVisible();
  await page.getByRole('button', { name: nl('add.submit') }).click();
  await expect(page.getByText(text('nl', 'validation', 'steps.outOfRange'))).toBeVisible();
  await steps.fill('8.000');
  await page.getByRole('button', { name: nl('add.submit') }).click();
  await expect(page.getByRole('article')).toContainText('8.000 stappen');
});

test('the day buttons and the kilometres stay aligned with their fields when an error appears', async ({
  page,
}) => {
  await arrive(page, 'nl');
  await page.goto('./my-activities/add');
  const day = page.getByLabel(nl('form.performedAt'));
  const boxOf = async (locator: Locator) => {
    const { y = 0, height = 0 } = (await locator.boundingBox()) ?? {};
    return { y, height };
  };
  const counted = page.getByText('0,00 km');
  const time = page.getByLabel(nl('form.time'));
  expect(await boxOf(counted)).toEqual(await boxOf(time));
  await page.getByRole('button', { name: nl('add.submit') }).click();
  await expect(time).toHaveAttribute('aria-invalid', 'true');
  expect(await boxOf(counted)).toEqual(await boxOf(time));
  await page.getByRole('radiogroup').getByText(nl('form.types.steps')).click();
  const steps = page.getByLabel(nl('form.steps'));
  await page.getByRole('button', { name: nl('add.submit') }).click();
  await expect(steps).toHaveAttribute('aria-invalid', 'true');
  expect(await boxOf(counted)).toEqual(await boxOf(steps));
  await steps.fill('8000');
  await day.fill('2100-01-01');
  await page.getByRole('button', { name: nl('add.submit') }).click();
  await expect(day).toHaveAttribute('aria-invalid', 'true');
  expect(await boxOf(page.getByRole('button', { name: nl('form.today') }))).toEqual(await boxOf(day));
});

const drafts = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft ')));

test('a draft is kept until the person saves it, discards it or signs out', async ({ page }) => {
  await arrive(page, 'nl');
  const info = page.getByLabel(nl('form.info'));
  const restored = page.getByText(nl('form.draft'));

  await test.step('the draft survives a reload and a visit to another screen, and can be discarded', async () => {
    await page.goto('./my-activities/add');
    await page.getByLabel(nl('form.sport')).selectOption({ label: 'Lopen' });
    await page.getByLabel(nl('form.time')).fill('1u30');
    await info.fill('Langs de Leie');
    await page.reload();
    await expect(restored).toBeVisible();
    await expect(info).toHaveValue('Langs de Leie');
    await expect(page.getByLabel(nl('form.time'))).toHaveValue('01:30:00');
    await expect(page.getByLabel(nl('form.sport')).locator('option:checked')).toHaveText('Lopen');
    await page
      .getByRole('link', { name: nl('mine.title') })
      .first()
      .click();
    await page
      .getByRole('link', { name: nl('add.title') })
      .first()
      .click();
    await expect(info).toHaveValue('Langs de Leie');
    await page.getByRole('button', { name: nl('form.discard') }).click();
    await expect(info).toHaveValue('');
    await expect(page.getByLabel(nl('form.time'))).toHaveValue('');
    await expect(restored).toHaveCount(0);
    expect(await drafts(page)).toEqual([]);
  });

  await test.step('the draft is deleted once the activity is saved', async () => {
    await page.getByLabel(nl('form.time')).fill('45');
    await info.fill('Naar Gent');
    await page.getByRole('button', { name: nl('add.submit') }).click();
    await expect(page.getByText(nl('mine.added'))).toBeVisible();
    await expect.poll(() => drafts(page)).toEqual([]);
  });

  await test.step('drafts are also kept for a comment and for an edited activity', async () => {
    const card = page.getByRole('article').filter({ hasText: 'Naar Gent' });
    const comments = (key: string) => text('nl', 'comments', key);
    await card.getByRole('button', { name: comments('first') }).click();
    await card.getByLabel(comments('form.content')).fill('Bijna ');
    await page.reload();
    await card.getByRole('button', { name: comments('first') }).click();
    await expect(card.getByLabel(comments('form.content'))).toHaveValue('Bijna ');
    await chooseFrom(card, 'nl', 'edit');
    await info.fill('Naar Gent en terug');
    await page.reload();
    await expect(info).toHaveValue('Naar Gent en terug');
    await page.getByRole('link', { name: nl('edit.cancel') }).click();
    await chooseFrom(card, 'nl', 'edit');
    await expect(info).toHaveValue('Naar Gent');
    expect(await drafts(page)).toHaveLength(1);
  });

  await test.step('drafts are deleted when the person signs out', async () => {
    await page.goto('./sign-out');
    await expect(page.getByLabel(text('nl', 'sessions', 'signIn.email'))).toBeVisible();
    expect(await drafts(page)).toEqual([]);
  });
});

test('the error for a text that is too long states the limit, and the next person does not see the draft', async ({
  page,
}) => {
  await arrive(page, 'nl');
  await page.goto('./my-activities/add');
  const info = page.getByLabel(nl('form.info'));
  await info.fill('x'.repeat(1001));
  await page.getByLabel(nl('form.time')).fill('45');
  await page.getByRole('button', { name: nl('add.submit') }).click();
  const limit = text('nl', 'validation', 'value.tooLong').replace('{{maximum, number}}', '1.000');
  await expect(page.getByText(limit)).toBeVisible();
  expect(await drafts(page)).toHaveLength(1);
  await page.context().clearCookies();
  await arrive(page, 'nl');
  await page.goto('./my-activities/add');
  await expect(info).toHaveValue('');
  expect(await drafts(page)).toEqual([]);
});
