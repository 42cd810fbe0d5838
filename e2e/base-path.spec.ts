import { demoDatabase } from './engine.ts';
import { expect, languageOf, signIn, test, text } from './fixtures.ts';
import { startServer } from './server.ts';

const language = languageOf(import.meta.filename);

// spec: route base path, route menu
test(`the same build of the app works under a base path, in ${language}`, async ({ page }) => {
  const server = await startServer({
    BASE_PATH: 'global-challenge',
    ...(await demoDatabase({ defaultLanguage: language }, async (db) => {
      await db
        .updateTable('people')
        .set({ language })
        .where('email', '=', 'participant@example.com')
        .execute();
    })),
  });
  const root = `${server.address}/global-challenge/`;
  const t = (namespace: string, key: string) => text(language, namespace, key);
  const outside: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(root)) outside.push(request.url());
  });
  await page.goto(root.slice(0, -1));
  await expect(page).toHaveURL(root);
  outside.length = 0;
  // An address of the previous platform, with the screen after a #. It does not wait for the sign-in page.
  await page.goto('about:blank');
  const { promise: isChanged, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/sign-in-*.js', async (route) => {
    await isChanged;
    await route.continue();
  });
  await page.goto(`${root}#/sign-up?guest-code=WELCOME`, { waitUntil: 'commit' });
  await expect(page).toHaveURL(`${root}sign-up?guest-code=WELCOME`);
  release();
  await expect(page.getByLabel(t('accounts', 'signUp.guestCode'))).toHaveValue('WELCOME');
  await page.goto(`${root}our-challenges`);
  await signIn(page, 'participant@example.com', language);
  const menu = page.getByRole('navigation', { name: t('layout', 'menu') });
  const items: { label: string; url: string }[] = await (
    await page.request.get(`${root}global-challenge-menu?locale=${language}`)
  ).json();
  const labelOf = (url: string) => items.find((item) => item.url === url)?.label ?? '';
  await menu.getByRole('link', { name: labelOf('#/my-activities') }).click();
  await expect(page).toHaveURL(`${root}my-activities`);
  await page.reload();
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.getByRole('button', { name: t('activities', 'feed.loadMore') }).click();
  await expect(page.getByRole('article').nth(20)).toBeVisible();
  await page.evaluate(() => {
    location.hash = '#/our-statistics/weekly/running';
  });
  await expect(page).toHaveURL(`${root}our-statistics/weekly/running`);
  await page.evaluate(() => {
    location.hash = '#/\\elsewhere.example';
  });
  await expect(page).toHaveURL(`${root}elsewhere.example`);
  await page.getByRole('link', { name: t('layout', 'footer.guide') }).click();
  await expect(page).toHaveURL(`${root}docs/${language === 'en' ? '' : `${language}/`}participants/`);
  await page
    .getByRole('link', { name: /privacy|vie privée/i })
    .first()
    .click();
  await expect(page).toHaveURL(/docs\/.*participants\/privacy\.html$/);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/privacy|vie privée/i);
  await page.goto(root);
  await menu.getByRole('link', { name: labelOf('#/sign-out') }).click();
  await expect(page).toHaveURL(root);
  await expect(page.getByLabel(t('sessions', 'signIn.email'))).toBeVisible();
  expect(outside).toEqual([]);
  await server.end('SIGTERM');
});
