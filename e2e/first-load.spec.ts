import { brotliCompressSync } from 'node:zlib';
import { expect, signInSilently, test } from './fixtures.ts';

/** A download of about 1.5 seconds on a phone with a slow network, at 1 Mbit/s. */
const limit = 160_000;

test('the sign-in page loads less than 160 kB of JavaScript and CSS', async ({ page }) => {
  const sizes: [string, number][] = [];
  const reading: Promise<void>[] = [];
  page.on('response', (response) => {
    const type = response.headers()['content-type'] ?? '';
    if (!/javascript|css/.test(type)) return;
    const read = response.body().then((body) => {
      sizes.push([new URL(response.url()).pathname, brotliCompressSync(body).length]);
    });
    reading.push(read);
  });
  await page.goto('./');
  await expect(page.getByRole('button', { name: 'Aanmelden' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await Promise.all(reading);
  const total = sizes.reduce((sum, [, size]) => sum + size, 0);
  console.log(`first load: ${total} bytes in ${sizes.length} files (brotli)`);
  expect(sizes.length).toBeGreaterThan(1);
  expect(total).toBeLessThan(limit);
});

/** The maximum number of requests by a page with an empty cache; on a mobile network, each adds a round trip. */
const mostRequests = 26;

test('the dashboard takes at most 26 requests, and loads the texts of only one language', async ({
  page,
}) => {
  await signInSilently(page, 'fr');
  const requests: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    requests.push(pathname + search);
  });
  // The app makes these calls once it has loaded the challenge.
  const last = Promise.all([/progress_maps/, /stats_activities/].map((call) => page.waitForResponse(call)));
  await page.goto('./');
  await expect(page.getByRole('article').first()).toBeVisible();
  await last;
  await page.waitForLoadState('networkidle');
  console.log(`cold dashboard: ${requests.length} requests\n${requests.join('\n')}`);
  expect(requests.length).toBeLessThanOrEqual(mostRequests);
  expect(requests.filter((path) => path.startsWith('/translations/'))).toEqual(['/translations/fr']);
  expect(new Set(requests).size).toBe(requests.length);
});

test('the first calls and the files of the dashboard do not wait for the libraries', async ({ page }) => {
  await signInSilently(page, 'en');
  const early = Promise.all(
    [/person_infos\/me/, /configs/, /translations\/en/, /challenges\/current/, /signed-in-.*\.js/].map(
      (address) => page.waitForRequest(address),
    ),
  );
  await page.route('**/libraries-*.js', async (route) => {
    await early;
    await route.continue();
  });
  await page.goto('./');
  await expect(page.getByRole('article').first()).toBeVisible();
});

test('a screen loads as soon as its link is pointed at, touched or focused', async ({ page }) => {
  await signInSilently(page, 'en');
  await page.goto('./');
  const link = (name: string) => page.getByRole('navigation').getByRole('link', { name }).first();
  const loaded = (screen: string) => page.waitForRequest(new RegExp(`/${screen}-[^/]+\\.js$`));
  for (const [screen, act] of [
    ['our-challenges-screen', () => link('Our challenges').hover()],
    ['my-activities-screen', () => link('My activities').dispatchEvent('touchstart')],
    ['my-profile-screen', () => link('My profile').focus()],
  ] as const) {
    const request = loaded(screen);
    await act();
    await request;
  }
  await expect(page).toHaveURL('./');
});

test('the app retries texts that fail to load, and changes the language only once its texts have loaded', async ({
  page,
  refusals,
}) => {
  refusals.add('offline');
  const loseOnce = (language: string) =>
    page.route(`**/translations/${language}`, (route) => route.abort('internetdisconnected'), { times: 1 });
  await loseOnce('nl');
  await page.goto('./');
  await expect(page.getByRole('button', { name: 'Aanmelden' })).toBeVisible();
  await loseOnce('fr');
  const lost = page.waitForEvent('requestfailed');
  await page.getByRole('button', { name: 'FR' }).click();
  await lost;
  await expect(page.getByRole('button', { name: 'Aanmelden' })).toBeVisible();
  await page.getByRole('button', { name: 'FR' }).click();
  await expect(page.getByRole('button', { name: 'Se connecter' })).toBeVisible();
});
