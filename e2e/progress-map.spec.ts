import { expect, signIn, test } from './journey.ts';

for (const reducedMotion of ['reduce', 'no-preference'] as const)
  test(`on a phone no name on the map lies below what moves along it (motion: ${reducedMotion})`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ reducedMotion });
    await page.goto('./');
    await signIn(page);
    const map = page.getByRole('img', { name: /procent/ });
    await expect(map.locator('.map-label[visibility=visible]')).not.toHaveCount(0);
    const covered = () =>
      map.evaluate((svg) => {
        const front = [...svg.querySelectorAll(':scope > g')].at(-1)?.getBoundingClientRect() as DOMRect;
        return [...svg.querySelectorAll('.map-label[visibility=visible]')]
          .map((label) => ({ name: label.textContent, box: label.getBoundingClientRect() }))
          .filter(({ box }) => box.left < front.right && front.left < box.right)
          .filter(({ box }) => box.top < front.bottom && front.top < box.bottom)
          .map(({ name }) => name);
      });
    await expect.poll(covered).toEqual([]);
  });
