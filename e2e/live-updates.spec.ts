import type { BrowserContext, Page, Request } from '@playwright/test';
import { expect, languageOf, signInSilently, test, text, waitUntilIdle } from './fixtures.ts';
import { log, visitor } from './social.ts';

const language = languageOf(import.meta.filename);
const t = (namespace: string, key: string) => text(language, namespace, key);

/** Returns a function that counts a browser's open streams. */
function streamsOf(context: BrowserContext): () => number {
  const open = new Map<Request, Page>();
  context.on('request', (request) => {
    if (request.resourceType() === 'eventsource') open.set(request, request.frame().page());
  });
  context.on('requestfinished', (request) => open.delete(request));
  context.on('requestfailed', (request) => open.delete(request));
  // The requests of a closed page end without an event.
  return () => [...open.values()].filter((page) => !page.isClosed()).length;
}

/** The number of activities in the challenge, as the dashboard shows it. */
async function activitiesOn(page: Page): Promise<number> {
  const label = page.locator('dt', { hasText: new RegExp(`^${t('challenges', 'stats.activities')}$`) });
  const shown = await label.locator('xpath=following-sibling::dd').textContent();
  return Number(shown?.replace(/\D/g, ''));
}

test(`numbers and boards update while a colleague logs activities, over one connection for all tabs, in ${language}`, async ({
  page,
  context,
  browser,
}) => {
  const streams = streamsOf(context);
  const { page: colleague, somebody } = await visitor(browser, language);
  await signInSilently(page, language);
  await page.goto('./');
  await waitUntilIdle(page);
  const { uri } = await (await page.request.get('./platform/api/challenges/current')).json();
  const ranking = await context.newPage();
  await ranking.goto(`./challenges/ranking/${uri}`);
  await expect(ranking.getByRole('table')).toBeVisible();
  const row = ranking.getByRole('row', { name: somebody.givenName });
  await expect(row).toHaveCount(0);
  const before = await activitiesOn(page);

  await log(colleague);
  await expect.poll(() => activitiesOn(page)).toBe(before + 1);
  await expect(row).toBeVisible();
  expect(streams()).toBe(1);

  await test.step('a person pauses the updates in all tabs', async () => {
    await page.getByRole('button', { name: t('layout', 'footer.pauseUpdates') }).click();
    await expect(ranking.getByRole('button', { name: t('layout', 'footer.resumeUpdates') })).toBeVisible();
    await expect.poll(streams).toBe(0);
    await log(colleague);
    await page.reload();
    await expect.poll(() => activitiesOn(page)).toBe(before + 2);
    await log(colleague);
    expect(streams()).toBe(0);
  });

  await test.step('missed changes appear when the person resumes the updates', async () => {
    await ranking.goto('./');
    await expect.poll(() => activitiesOn(ranking)).toBe(before + 3);
    await log(colleague);
    await page.getByRole('button', { name: t('layout', 'footer.resumeUpdates') }).click();
    await expect.poll(streams).toBe(1);
    await expect.poll(() => activitiesOn(ranking)).toBe(before + 4);
  });

  await test.step('another tab takes over the connection of a tab that is closed', async () => {
    await page.close();
    await expect.poll(streams).toBe(1);
    await log(colleague);
    await expect.poll(() => activitiesOn(ranking)).toBe(before + 5);
  });
});
