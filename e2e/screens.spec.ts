import { expect, expectGoodPage, expectNoSidewaysScroll, type Language, signIn, test } from './journey.ts';
import { addressesOf, visitorsScreens } from './screen-addresses.ts';

/** Accessibility is checked once in light mode and once in dark mode; the width in every combination. */
const looks: { language: Language; width: number; colorScheme: 'light' | 'dark'; axe?: true }[] = [
  { language: 'nl', width: 1280, colorScheme: 'light', axe: true },
  { language: 'fr', width: 390, colorScheme: 'light' },
  { language: 'en', width: 390, colorScheme: 'dark', axe: true },
  { language: 'fr', width: 1280, colorScheme: 'dark' },
];

for (const { language, width, colorScheme, axe } of looks)
  test(`every screen ${axe ? 'is accessible and ' : ''}fits in ${language} at ${width} pixels, ${colorScheme}`, async ({
    page,
    context,
    baseURL,
    refusals,
  }) => {
    // About forty screens.
    test.setTimeout(300_000);
    // Some addresses do not exist, or are not for participants.
    for (const status of [404, 403]) refusals.add(status);
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await context.addCookies([{ name: 'locale', value: language, url: baseURL ?? '' }]);
    const visit = async (address: string) => {
      await page.goto(`./${address}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.waitForLoadState('networkidle');
      await test.step(`/${address}`, () => (axe ? expectGoodPage : expectNoSidewaysScroll)(page));
    };

    for (const address of visitorsScreens) await visit(address);
    await page.goto('./');
    await signIn(page, 'participant@example.com', language);
    const addresses = await addressesOf(page);
    // Signing in switches to the person's language; this restores the tested one.
    await context.addCookies([{ name: 'locale', value: language, url: baseURL ?? '' }]);
    for (const address of addresses) await visit(address);
  });
