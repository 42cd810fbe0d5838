import type { Locator, Page } from '@playwright/test';
import { arrive, expect, expectGoodPage, type Language, languageOf, test, text, unfold } from './fixtures.ts';

/** The services, each with the language of its test, its simulator's path, and a person with an account there. */
const services = [
  { platform: 'Fitbit', path: 'google', language: 'en', member: 'Lotte' },
  { platform: 'Garmin', path: 'garmin', language: 'fr', member: 'Robin' },
  { platform: 'Polar', path: 'polar', language: 'nl', member: 'Sam' },
  { platform: 'Strava', path: 'strava', language: 'fr', member: 'Robin' },
] as const;

const t = (language: Language, key: string, values: Record<string, string> = {}) =>
  Object.entries(values).reduce(
    (filled, [name, value]) => filled.replace(`{{${name}}}`, value),
    text(language, 'couplings', key),
  );
const sandbox = (language: Language, key: string) => text(language, 'sandbox', key);

/** Starts to connect a service, and stops at the service's consent page. */
async function startConnecting(page: Page, language: Language, platform: string): Promise<void> {
  await page.goto('./my-activities/add');
  await unfold(page, t(language, 'connect.title'));
  await page.getByRole('button', { name: t(language, 'connect.button', { platform }), exact: true }).click();
  if (platform === 'Strava') await page.getByRole('checkbox').check();
  await page.getByRole('link', { name: t(language, 'connect.go', { platform }), exact: true }).click();
  await expect(page.getByRole('heading', { name: sandbox(language, 'consent.heading') })).toBeVisible();
}

async function fill(form: Locator, language: Language, kilometres: string): Promise<void> {
  const start = new Date(Date.now() - 2 * 60 * 60 * 1000);
  await form.getByLabel(sandbox(language, 'workout.start')).fill(start.toISOString().slice(0, 16));
  await form.getByLabel(sandbox(language, 'workout.minutes')).fill('40');
  await form.getByLabel(sandbox(language, 'workout.kilometres')).fill(kilometres);
}

/** Reloads a page until an element appears, as imported data takes a moment to arrive. */
const seen = (page: Page, path: string, what: () => Locator) =>
  expect(async () => {
    await page.goto(path);
    await expect(what().first()).toBeVisible({ timeout: 3000 });
  }).toPass({ timeout: 60_000 });
const gone = (page: Page, path: string, what: () => Locator) =>
  expect(async () => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible({ timeout: 3000 });
    await expect(what()).toHaveCount(0, { timeout: 3000 });
  }).toPass({ timeout: 60_000 });

for (const { platform, path, language, member } of services) {
  // spec: call navigation /strava/connect, call navigation /fitbit/connect, call navigation /garmin/connect
  // spec: call navigation /polar/return, text service coupled, text uncouple confirmation, state coupling
  test(`workouts are imported, updated and deleted as ${platform} reports them, in ${language}`, async ({
    page,
    context,
  }) => {
    const decimal = language === 'en' ? '.' : ',';
    const me = await arrive(page, language);
    await startConnecting(page, language, platform);
    await expectGoodPage(page);
    await page.getByLabel(member, { exact: true }).check();
    await page.getByRole('button', { name: sandbox(language, 'consent.allow') }).click();
    await expect(page.getByText(t(language, 'coupled', { platform }))).toBeVisible();
    await expectGoodPage(page);

    const service = await context.newPage();
    await service.goto(`./sandbox/${path}/`);
    await service.getByRole('link', { name: member }).click();
    const form = service.locator('form').first();
    await fill(form, language, '7.77');
    await form.getByRole('button', { name: sandbox(language, 'workout.record') }).click();
    const of = (kilometres: string) => page.getByRole('article').filter({ hasText: kilometres });
    // Just after midnight, the workout is yesterday's, so it may be missing from the latest activities and the week.
    await seen(page, './my-activities', () => of(`7${decimal}77`));
    const { uri } = await (await page.request.get('./platform/api/challenges/current')).json();
    const board = `./challenges/ranking/${uri}`;
    await seen(page, board, () => page.getByRole('row').filter({ hasText: me.surname }));

    // Polar reports neither changes nor deletions; only the nightly import finds them.
    if (platform !== 'Polar') {
      // The simulator's page is still open from before and has not been reloaded.
      const formOf = (kilometres: string) =>
        service.locator(`form:has(input[name="kilometres"][value="${kilometres}"])`);
      await fill(formOf('7.77'), language, '9.99');
      await formOf('7.77')
        .getByRole('button', { name: sandbox(language, 'workout.save') })
        .click();
      await seen(page, './my-activities', () => of(`9${decimal}99`));
      await gone(page, './my-activities', () => of(`7${decimal}77`));
      await formOf('9.99')
        .getByRole('button', { name: sandbox(language, 'workout.remove') })
        .click();
      // Garmin does not report deletions: the activity stays until its owner excludes it.
      if (platform !== 'Garmin') await gone(page, './my-activities', () => of(`9${decimal}99`));
    }

    await page.goto('./my-profile');
    await page.getByRole('button', { name: t(language, 'uncouple.button') }).click();
    await expect(page.getByText(t(language, 'uncouple.confirm', { platform }))).toBeVisible();
    await expectGoodPage(page);
    await page.getByRole('button', { name: t(language, 'uncouple.button') }).click();
    await expect(page.getByText(t(language, 'list.none'))).toBeVisible();
  });
}

const language = languageOf(import.meta.filename);
test(`a message explains denied consent and an expired authorisation in ${language}`, async ({ page }) => {
  await arrive(page, language);
  await startConnecting(page, language, 'Garmin');
  await page.getByRole('button', { name: sandbox(language, 'consent.deny') }).click();
  await expect(page.getByText(t(language, 'failures.cancelled', { platform: 'Garmin' }))).toBeVisible();
  await page.goto('./garmin/return?code=of-somebody&state=of-somebody-else');
  await expect(page.getByText(t(language, 'failures.expired', { platform: 'Garmin' }))).toBeVisible();
  await expectGoodPage(page);
});
