import { brotliCompressSync } from 'node:zlib';
import { expect, test } from './journey.ts';

/** What a phone on a slow network loads in about a second and a half at 1 Mbit/s. */
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
