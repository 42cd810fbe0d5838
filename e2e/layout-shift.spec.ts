import { setTimeout as passed } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { expect, languageOf, signInSilently, test } from './journey.ts';
import { addressesOf, visitorsScreens } from './screen-addresses.ts';

const language = languageOf(import.meta.filename);

/** The Core Web Vitals recommend at most 0.1; screens that reserve space stay far below. */
const limit = 0.02;

/** Responses and resources that arrive after the code, each at a different time. */
const late = /\/(platform\/api|faq\/api|gc|translations|global-challenge-\w+)\b|\.woff2$/;

/** Delays answers and fonts as on a phone, each by a different time. */
async function slowDown(page: Page): Promise<void> {
  let calls = 0;
  await page.route(late, async (route) => {
    calls += 1;
    await passed(60 + 70 * (calls % 4));
    await route.continue();
  });
}

/** Sums up unexpected layout shifts and their elements, from the start of every page. */
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

/** Reloads an address and returns its shifted elements, if they shifted too much. */
async function excessOf(page: Page, address: string): Promise<string[]> {
  await page.goto(`./${address}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
  const { total, moved } = await page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    return (window as unknown as { seenShifts: { total: number; moved: string[] } }).seenShifts;
  });
  return total > limit ? [`/${address} ${total.toFixed(3)}`, ...moved.map((line) => `  ${line}`)] : [];
}

for (const width of [390, 1280])
  test(`no screen jumps while it loads slowly at ${width} pixels, in ${language}`, async ({
    page,
    refusals,
  }) => {
    // About forty screens, loaded slowly.
    test.setTimeout(400_000);
    for (const status of [403, 404]) refusals.add(status);
    await page.setViewportSize({ width, height: 844 });
    await watchShifts(page);
    await slowDown(page);
    const excess: string[] = [];
    for (const address of visitorsScreens) excess.push(...(await excessOf(page, address)));
    await signInSilently(page, language);
    await page.goto('./');
    for (const address of await addressesOf(page)) excess.push(...(await excessOf(page, address)));
    expect(excess).toEqual([]);
  });
