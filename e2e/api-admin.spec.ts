import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { expect, signInSilently, test } from './journey.ts';

const folder = fileURLToPath(new URL('../test-results/api-admin/', import.meta.url));
const types: Record<string, string> = { html: 'text/html', js: 'text/javascript', css: 'text/css' };

test.beforeAll(() =>
  build({
    configFile: fileURLToPath(new URL('api-admin/vite.config.ts', import.meta.url)),
    logLevel: 'warn',
  }),
);

test('the admin that the makers of the API’s format have shows what organisers look after', async ({
  page,
  refusals,
}) => {
  await signInSilently(page, 'en', 'organiser@example.com');
  // A line for the change log; other journeys find the platform as it was.
  const address = './platform/api/management/settings/1';
  const before = await (await page.request.get(address)).json();
  const changed = await page.request.put(address, { data: { ...before, providerLogo: 'logo-light.svg' } });
  const back = { ...before, version: (await changed.json()).version };
  expect((await page.request.put(address, { data: back })).status()).toBe(200);
  // Served beside the API, so that the session's cookie goes along.
  await page.route('**/api-admin/**', (route) => {
    const path = new URL(route.request().url()).pathname.replace('/api-admin/', '') || 'index.html';
    route.fulfill({
      body: readFileSync(folder + path),
      contentType: types[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
    });
  });
  // It begins with the first class of the API, of which there is no list.
  refusals.add(404);
  await page.goto('./api-admin/');
  const menu = page.getByRole('menu');
  for (const name of ['faq-questions', 'menus', 'changes']) {
    await menu.getByText(`Management/${name}`, { exact: true }).click();
    await expect(
      page.getByRole('table').getByText(`/platform/api/management/${name}/`).first(),
    ).toBeVisible();
  }
});
