import { arrive, expect, expectGoodPage, languageOf, test, text, unfold } from './fixtures.ts';

const language = languageOf(import.meta.filename);
const of = (key: string) => text(language, 'couplings', key).replaceAll('{{platform}}', 'Strava');
const sandbox = (key: string) => text(language, 'sandbox', key);

// spec: state refresh
test(`Strava needs separate consent, activities can be refreshed, and disconnecting removes them (${language})`, async ({
  page,
}) => {
  await arrive(page, language);
  await page.goto('./my-activities/add');
  await unfold(page, of('connect.title'));
  await page.getByRole('button', { name: of('connect.button') }).click();
  await expect(page.getByRole('button', { name: of('connect.go') })).toBeDisabled();
  await expect(page.getByText(of('disclosure.sight.score_only'))).toBeVisible();
  await expectGoodPage(page);
  await page.getByRole('checkbox', { name: of('disclosure.consent.score_only') }).check();
  await page.getByRole('link', { name: of('connect.go') }).click();
  await page.getByRole('button', { name: sandbox('consent.allow') }).click();
  await expect(page.getByText(of('coupled'))).toBeVisible();
  // The message disappears after a reload.
  await page.reload();
  await unfold(page, of('connect.title'));
  await expect(page.getByText(of('since').split('{{')[0] as string)).toBeVisible();
  await expect(page.getByText(of('coupled'))).toHaveCount(0);

  const card = page.getByRole('article').first();
  await expect(async () => {
    await page.goto('./my-activities');
    await expect(card).toBeVisible({ timeout: 3000 });
  }).toPass({ timeout: 60_000 });
  const link = card.getByRole('link', { name: 'View on Strava' });
  await expect(link).toHaveAttribute('href', /\/activities\/\d+$/);
  await expect(link).toHaveCSS('text-decoration-line', 'underline');
  await card.getByRole('button', { name: of('refresh.idle'), exact: true }).click();
  await expect(card.getByRole('button', { name: of('refresh.done'), exact: true })).toBeVisible();
  await expectGoodPage(page);

  await page.getByRole('button', { name: of('uncouple.button') }).click();
  await expect(page.getByRole('group', { name: of('uncouple.confirm') })).toContainText(
    of('uncouple.stravaGoes'),
  );
  await page
    .getByRole('group')
    .getByRole('button', { name: of('uncouple.cancel') })
    .click();
  await page.getByRole('button', { name: of('uncouple.button') }).click();
  await page
    .getByRole('group')
    .getByRole('button', { name: of('uncouple.button') })
    .click();
  await expect(page.getByText(of('list.none'))).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(0);
});

// spec: text Strava not approved
test('the page for connecting Strava explains that Strava has not approved the platform yet', async ({
  page,
}) => {
  await arrive(page, 'en');
  await page.route('**/platform/api/configs', async (route) => {
    const response = await route.fetch();
    const configs = await response.json();
    const others = configs['hydra:member'].filter(({ id }: { id: string }) => id !== 'stravaApproved');
    await route.fulfill({ response, json: { ...configs, 'hydra:member': others } });
  });
  await page.goto('./my-activities/add');
  await unfold(page, text('en', 'couplings', 'connect.title'));
  await page.getByRole('button', { name: 'Connect Strava' }).click();
  await expect(page.getByRole('alert')).toContainText(text('en', 'couplings', 'stravaNotApproved'));
  await expect(page.getByRole('link', { name: 'Connect with Strava' })).toHaveCount(0);
});
