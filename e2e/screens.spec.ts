import { setTimeout as passed } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  goWithin,
  type Language,
  rulesOfLooks,
  signInSilently,
  test,
  waitUntilIdle,
} from './fixtures.ts';
import { addressesOf, visitorsScreens } from './screen-addresses.ts';

const height = 844;
const widths = [1280, 390];

// Some of the screens request things that do not exist or that participants may not see.
test.beforeEach(({ refusals }) => {
  for (const status of [404, 403]) refusals.add(status);
});

/** The largest accepted layout shift; the Core Web Vitals allow 0.1. */
const limit = 0.02;

/** API responses and fonts, which arrive later than the page's code. */
const late = [
  '*/platform/api/*',
  '*/faq/api/*',
  '*/gc/*',
  '*/translations/*',
  '*/global-challenge-*',
  '*.woff2',
];

/**
 * Delays responses and fonts by varying times, as a phone's network would. Unlike `page.route`, this leaves the cache
 * on and the other requests alone, which saves a third of the time.
 */
async function slowDown(page: Page): Promise<void> {
  let calls = 0;
  const browser = await page.context().newCDPSession(page);
  browser.on('Fetch.requestPaused', async ({ requestId }) => {
    calls += 1;
    await passed(60 + 70 * (calls % 4));
    // The page may have navigated away.
    await browser.send('Fetch.continueRequest', { requestId }).catch(() => undefined);
  });
  await browser.send('Fetch.enable', { patterns: late.map((urlPattern) => ({ urlPattern })) });
}

/** Records the layout shifts of every page from its start, except those after user input, and which elements moved. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = { total: 0, moved: [] as string[] };
    Object.assign(window, { seenShifts: seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources: { node?: Element; previousRect: DOMRect; currentRect: DOMRect }[];
      })[]) {
        if (entry.hadRecentInput) continue;
        seen.total += entry.value;
        for (const { node, previousRect: from, currentRect: to } of entry.sources)
          seen.moved.push(
            `${entry.value.toFixed(3)} ${node?.nodeName} ${node?.className} ${from.y}+${from.height} to ${to.y}+${to.height}`,
          );
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** Lists the page's layout shifts so far if they exceed the limit. */
async function excessOf(page: Page): Promise<string[]> {
  const { total, moved } = await page.evaluate(
    () => (window as unknown as { seenShifts: { total: number; moved: string[] } }).seenShifts,
  );
  return total > limit ? [`${page.url()} ${total.toFixed(3)}`, ...moved.map((line) => `  ${line}`)] : [];
}

/** Expects a page to fit both widths, and leaves the window at the second width. */
async function expectToFit(page: Page, first: number): Promise<void> {
  for (const width of [first, ...widths.filter((other) => other !== first)]) {
    await page.setViewportSize({ width, height });
    await expectNoSidewaysScroll(page);
  }
}

/** Calls `visit` for every screen for visitors, then signs in and calls `visit` for every screen for participants. */
async function forEveryScreen(
  page: Page,
  language: Language,
  visit: (address: string) => Promise<void>,
): Promise<void> {
  await page.request.get(`./global-challenge-language-switch?locale=${language}`);
  const step = (address: string) => test.step(`/${address}`, () => visit(address));
  for (const address of visitorsScreens) await step(address);
  await signInSilently(page, language);
  await page.goto('./');
  for (const address of await addressesOf(page)) await step(address);
}

/** Every accessibility rule is checked in light mode; in dark mode, only those whose result may differ. */
const variants: { language: Language; width: number; colorScheme: 'light' | 'dark' }[] = [
  { language: 'nl', width: 1280, colorScheme: 'light' },
  { language: 'en', width: 390, colorScheme: 'dark' },
];

test.describe.configure({ mode: 'parallel' });

// claim: axe-participants
for (const { language, width, colorScheme } of variants)
  test(`every screen loads without jumping at ${width} pixels, is accessible and fits, in ${language} and ${colorScheme} mode`, async ({
    page,
  }) => {
    // There are about forty screens, which load slowly.
    test.setTimeout(600_000);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await watchShifts(page);
    await slowDown(page);
    const excess: string[] = [];
    await forEveryScreen(page, language, async (address) => {
      await page.setViewportSize({ width, height });
      await page.goto(`./${address}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await waitUntilIdle(page);
      excess.push(...(await excessOf(page)));
      await expectAccessible(page, colorScheme === 'dark' ? rulesOfLooks : undefined);
      await expectToFit(page, width);
    });
    expect(excess).toEqual([]);
  });

test('every screen fits its French texts', async ({ page }) => {
  test.setTimeout(600_000);
  await page.goto('./');
  await forEveryScreen(page, 'fr', async (address) => {
    // Navigates without a full load, which also works from the app's part for visitors to its part for participants.
    await goWithin(page, `/${address}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectToFit(page, page.viewportSize()?.width ?? 0);
  });
});
