import type { Locator } from '@playwright/test';
import { expect, signIn, test } from './fixtures.ts';

/** The names on a map that are covered by a marker. */
const covered = (map: Locator) =>
  map.evaluate((svg) => {
    const markers = [...svg.querySelectorAll('[data-marker]')].map((marker) =>
      marker.getBoundingClientRect(),
    );
    return [...svg.querySelectorAll('.map-label[visibility=visible]')]
      .map((label) => ({ name: label.textContent, box: label.getBoundingClientRect() }))
      .filter(({ box }) =>
        markers.some(
          (marker) =>
            box.left < marker.right &&
            marker.left < box.right &&
            box.top < marker.bottom &&
            marker.top < box.bottom,
        ),
      )
      .map(({ name }) => name);
  });

for (const reducedMotion of ['reduce', 'no-preference'] as const)
  test(`on a phone, no marker covers a name on the map (motion: ${reducedMotion})`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ reducedMotion });
    await page.goto('./');
    await signIn(page);
    const map = page.getByRole('img', { name: /procent/ });
    await expect(map.locator('.map-label[visibility=visible]')).not.toHaveCount(0);
    await expect(map.locator('[data-marker]')).not.toHaveCount(0);
    await expect.poll(() => covered(map)).toEqual([]);
  });

test('no marker covers a name on the map, whatever the progress', async ({ page }) => {
  await page.goto('./');
  await signIn(page);
  const { progressMap } = await (await page.request.get('./platform/api/challenges/current')).json();
  const map = page.getByRole('img', { name: /procent/ });
  for (const width of [358, 768])
    for (const percentage of [9, 36, 63, 72, 84]) {
      await page.setViewportSize({ width, height: 844 });
      await page.goto(`./map-preview/${progressMap.split('/').at(-1)}?percentage=${percentage}`);
      await expect(map.locator('[data-marker]')).not.toHaveCount(0);
      await expect.poll(() => covered(map), `${percentage} at ${width}`).toEqual([]);
    }
});
