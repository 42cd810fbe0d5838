import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { expect, signInSilently, test } from './fixtures.ts';

const folder = fileURLToPath(new URL('../test-results/api-admin/', import.meta.url));
const types: Record<string, string> = { html: 'text/html', js: 'text/javascript', css: 'text/css' };

test.beforeAll(() =>
  build({
    configFile: fileURLToPath(new URL('api-admin/vite.config.ts', import.meta.url)),
    logLevel: 'warn',
  }),
);

test('API Platform Admin opens every entry of its menu', async ({ page }) => {
  // Opens thirty lists, each of which requests its search parameters and its rows.
  test.slow();
  await signInSilently(page, 'en', 'organiser@example.com');
  // Adds a row to the change log without changing the settings that other tests use.
  const address = './platform/api/management/settings/1';
  const before = await (await page.request.get(address)).json();
  const changed = await page.request.put(address, { data: { ...before, providerLogo: 'logo-light.svg' } });
  const back = { ...before, version: (await changed.json()).version };
  expect((await page.request.put(address, { data: back })).status()).toBe(200);
  // Served from the API's origin, so that the session cookie is sent.
  await page.route('**/api-admin/**', (route) => {
    const path = new URL(route.request().url()).pathname.replace('/api-admin/', '') || 'index.html';
    route.fulfill({
      body: readFileSync(folder + path),
      contentType: types[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
    });
  });
  // The server renders a map when it is first requested; on a slow machine, that may exceed the request's time-out.
  await expect
    .poll(async () => (await page.request.get('./platform/api/management/map-gallery')).status(), {
      timeout: 120_000,
    })
    .toBe(200);
  await page.goto('./api-admin/');
  const entries = page.getByRole('menu').getByRole('menuitem');
  await expect(entries.first()).toBeVisible();
  const addresses = await entries.evaluateAll((links) =>
    links.map((link) => link.getAttribute('href') ?? ''),
  );
  const names = addresses.map((entry) => decodeURIComponent(entry.replace('#/', '')));
  expect(names).toEqual(expect.arrayContaining(['activities', 'sports', 'management/people']));
  // API classes that have no list, or whose list has required parameters.
  for (const name of ['sign_up_requests', 'stats_activities', 'person_infos/me'])
    expect(names).not.toContain(name);
  expect(names.filter((name) => name.startsWith('templates/'))).toEqual([]);
  // Starts with the last list: the first list is already open, so it would not be requested again.
  for (const [index, name] of [...names.entries()].reverse()) {
    const path = `/platform/api/${name}`;
    const answer = page.waitForResponse(
      (response) => new URL(response.url()).pathname === path && response.url().includes('page=1'),
    );
    await entries.nth(index).click();
    const { 'hydra:member': members } = await (await answer).json();
    // One row per item plus the heading row; an empty list shows a message instead.
    const rows = members.length > 0 ? members.length + 1 : 0;
    await expect(page.getByRole('row'), name).toHaveCount(rows);
    if (rows === 0) await expect(page.getByText(/^No .+ (found|yet)/), name).toBeVisible();
    await expect(page.getByRole('alert'), name).toHaveCount(0);
  }
  expect(await entries.count()).toBe(names.length);
});
