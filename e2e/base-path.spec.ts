import { startServerProcess } from '../server/testing/server-process.ts';
import { emptyDatabase } from './engine.ts';
import { expect, password, signIn, test, text } from './journey.ts';

// spec: route base path, route menu
test('the app works under a base path, with the same build', async ({ page }) => {
  const server = await startServerProcess({
    BASE_PATH: 'global-challenge',
    ...(await emptyDatabase()),
    DEMO_PASSWORD: password,
  });
  const outside: string[] = [];
  page.on('request', (request) => {
    if (!new URL(request.url()).pathname.startsWith('/global-challenge/')) outside.push(request.url());
  });
  await page.goto(`${server.address}/global-challenge`);
  await expect(page).toHaveURL(`${server.address}/global-challenge/`);
  outside.length = 0;
  await page.goto(`${server.address}/global-challenge/our-challenges`);
  await signIn(page);
  const menu = page.getByRole('navigation', { name: text('nl', 'layout', 'menu') });
  await menu.getByRole('link', { name: 'Mijn activiteiten' }).click();
  await expect(page).toHaveURL(`${server.address}/global-challenge/my-activities`);
  await page.reload();
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.getByRole('button', { name: text('nl', 'activities', 'feed.loadMore') }).click();
  await expect(page.getByRole('article').nth(20)).toBeVisible();
  await menu.getByRole('link', { name: 'Afmelden' }).click();
  await expect(page).toHaveURL(`${server.address}/global-challenge/`);
  await expect(page.getByLabel(text('nl', 'sessions', 'signIn.email'))).toBeVisible();
  expect(outside).toEqual([]);
  await server.end('SIGTERM');
});
