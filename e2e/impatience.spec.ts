import { chooseFrom, expect, signIn, test, text } from './fixtures.ts';

const nl = (key: string) => text('nl', 'activities', key);

test.beforeEach(async ({ page }) => {
  await page.goto('./my-activities/add');
  await signIn(page);
});

test('pressing Enter twice logs only one activity', async ({ page }) => {
  const sent: number[] = [];
  page.on('response', (response) => {
    if (response.request().method() === 'POST' && response.url().endsWith('/activities'))
      sent.push(response.status());
  });
  const time = page.getByLabel(nl('form.time'));
  await time.fill('00:10:00');
  await time.evaluate((field: HTMLInputElement) => {
    field.form?.requestSubmit();
    field.form?.requestSubmit();
  });
  await expect(page.getByText(nl('mine.added'))).toBeVisible();
  expect(sent).toEqual([201]);
});

test('a double click on the confirmation deletes an activity and subtracts its kilometres once', async ({
  page,
  refusals,
}) => {
  // The second click may get a 404 response, because the activity is already deleted.
  refusals.add(404);
  await page.goto('./my-activities');
  const card = page.getByRole('article').first();
  const count = page.getByRole('status').filter({ hasText: / activiteiten$/ });
  const [shown = 0, all = 0] = ((await count.textContent()) ?? '').match(/\d+/g)?.map(Number) ?? [];
  expect(shown).toBeGreaterThan(1);
  await chooseFrom(card, 'nl', 'delete');
  await card.getByRole('button', { name: nl('card.delete') }).dblclick();
  await expect(page.getByText(nl('card.removed'))).toBeVisible();
  await expect(count).toHaveText(`${shown - 1} van ${all - 1} activiteiten`);
});

test('the form reports a lost connection, and does not send the entry automatically later', async ({
  page,
  context,
  refusals,
}) => {
  refusals.add('offline');
  const sent: string[] = [];
  await page.getByLabel(nl('form.time')).fill('00:10:00');
  await context.setOffline(true);
  await page.getByRole('button', { name: nl('add.submit') }).click();
  await expect(page.getByRole('alert')).toContainText(text('nl', 'common', 'offline'));
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.url());
  });
  await context.setOffline(false);
  await page.getByRole('link', { name: 'Onze challenges' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Onze challenges' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(sent).toEqual([]);
});

test('a form stays busy until the next screen has loaded', async ({ page }) => {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/activities')) sent.push(request.url());
  });
  const { promise: isLetThrough, resolve: letThrough } = Promise.withResolvers<void>();
  await page.route(/my-activities-screen.*\.js/, async (route) => {
    await isLetThrough;
    await route.continue();
  });
  await page.getByLabel(nl('form.time')).fill('00:10:00');
  const asked = page.waitForRequest(/my-activities-screen.*\.js/);
  await page.getByRole('button', { name: nl('add.submit') }).click();
  await asked;
  await page.getByLabel(nl('form.time')).evaluate(
    (field: HTMLInputElement) =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() =>
          requestAnimationFrame(() => {
            field.form?.requestSubmit();
            resolve();
          }),
        );
      }),
  );
  await expect(page.getByRole('button', { name: nl('add.submit') })).toHaveCount(0);
  letThrough();
  await expect(page.getByText(nl('mine.added'))).toBeVisible();
  expect(sent).toHaveLength(1);
});

test('an activity is logged only once, even if a person saves it again after a lost response', async ({
  page,
  refusals,
}) => {
  refusals.add('offline');
  const info = 'Na een verloren antwoord';
  await page.route(
    /\/platform\/api\/activities$/,
    async (route) => {
      await route.fetch();
      await route.abort('internetdisconnected');
    },
    { times: 1 },
  );
  await page.getByLabel(nl('form.time')).fill('00:10:00');
  await page.getByLabel(nl('form.info')).fill(info);
  await page.getByRole('button', { name: nl('add.submit') }).click();
  await expect(page.getByRole('alert')).toContainText(text('nl', 'common', 'offline'));
  await page.getByRole('button', { name: nl('add.submit') }).click();
  await expect(page.getByText(nl('mine.added'))).toBeVisible();
  await expect(page.getByText(info)).toHaveCount(1);
});

test('an activity is logged only once, even if a person saves it again after a lost response and a reload', async ({
  page,
  refusals,
}) => {
  refusals.add('offline');
  const info = 'Na een herladen pagina';
  const stored = Promise.withResolvers<void>();
  await page.route(
    /\/platform\/api\/activities$/,
    async (route) => {
      await route.fetch();
      stored.resolve();
      await route.abort('internetdisconnected');
    },
    { times: 1 },
  );
  await page.getByLabel(nl('form.time')).fill('00:10:00');
  await page.getByLabel(nl('form.info')).fill(info);
  await page.getByRole('button', { name: nl('add.submit') }).click();
  await stored.promise;
  await page.reload();
  await expect(page.getByText(nl('form.draft'))).toBeVisible();
  await page.getByRole('button', { name: nl('add.submit') }).click();
  await expect(page.getByText(nl('mine.added'))).toBeVisible();
  await expect(page.getByText(info)).toHaveCount(1);
  // If the person then logs the same values again, that is a new activity.
  await page.goto('./my-activities/add');
  await page.getByLabel(nl('form.time')).fill('00:10:00');
  await page.getByLabel(nl('form.info')).fill(info);
  await page.getByRole('button', { name: nl('add.submit') }).click();
  await expect(page.getByText(info)).toHaveCount(2);
});
