import type { Page } from '@playwright/test';
import type axe from 'axe-core';
import type { ServerProcess } from '../server/testing/server-process.ts';
import { demoDatabase } from './engine.ts';
import {
  everyRule,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  goWithin,
  goWithinManagement,
  type Language,
  password,
  rulesOfLooks,
  test,
  waitUntilIdle,
} from './fixtures.ts';
import { managementPages } from './management-pages.ts';
import { startServer } from './server.ts';

/** Every accessibility rule is checked in light mode; in dark mode, only those whose result may differ. */
const variants: {
  language: Language;
  width: number;
  colorScheme: 'light' | 'dark';
  rules?: axe.RunOnly;
}[] = [
  { language: 'fr', width: 390, colorScheme: 'light', rules: everyRule },
  { language: 'nl', width: 1280, colorScheme: 'dark', rules: rulesOfLooks },
  { language: 'en', width: 390, colorScheme: 'dark' },
  { language: 'fr', width: 1280, colorScheme: 'light' },
];

// This test adds an item of each resource. Consent texts and emails cannot be removed, so the test needs its own
// platform.
let server: ServerProcess;
test.beforeAll(async ({ playwright }) => {
  server = await startServer(await demoDatabase({}));
  const request = await playwright.request.newContext({ baseURL: server.address });
  await request.post('/global-challenge-login', { data: { username: 'organiser@example.com', password } });
  const inEveryLanguage = (text: string) => ({ en: text, fr: text, nl: text });
  const published = await request.post('/platform/api/management/consent-texts', {
    data: { title: inEveryLanguage('Privacy'), content: inEveryLanguage('<p>We keep what you log.</p>') },
  });
  expect(published.status()).toBe(201);
  const draft = await published.json();
  const publish = `/platform/api/management/consent-texts/${draft.id}/publish`;
  expect((await request.post(publish, { data: { version: draft.version } })).status()).toBe(200);
  const tokens = '/platform/api/management/provisioning-tokens';
  const { token } = await (await request.post(tokens, { data: { name: 'Directory' } })).json();
  const group = await request.post('/platform/scim/v2/Groups', {
    headers: { authorization: `Bearer ${token}` },
    data: { displayName: 'Stewards' },
  });
  expect(group.status()).toBe(201);
  const { id } = await (await request.get('/platform/api/person_infos/me')).json();
  expect((await request.post(`/platform/api/management/people/${id}/mail`)).status()).toBe(200);
  await expect
    .poll(
      async () => (await (await request.get('/platform/api/management/mails')).json())['hydra:totalItems'],
    )
    .toBeGreaterThan(0);
  await request.dispose();
});
test.afterAll(() => server.end('SIGTERM'));

/** Navigates to another page within the app, and waits until that page has loaded completely. */
async function open(page: Page, path: string): Promise<void> {
  const to = `/dashboard${path && `/${path}`}`;
  const [, tab] = path.split('settings/1');
  if (tab) {
    await goWithin(page, to);
    await expect(page.locator(`[role=tab][href$="${tab}"]`)).toHaveAttribute('aria-selected', 'true');
  } else if (new URL(page.url()).pathname !== to) await goWithinManagement(page, to);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await waitUntilIdle(page);
}

// claim: axe-organisers
for (const { language, width, colorScheme, rules } of variants)
  test(`every page of the organisers’ app ${rules ? 'is accessible and ' : ''}fits at ${width} pixels, in ${language} and ${colorScheme} mode`, async ({
    page,
    context,
  }) => {
    // There are about fifty pages.
    test.setTimeout(600_000);
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const { address } = server;
    const data = { username: 'organiser@example.com', password };
    expect((await context.request.post(`${address}/global-challenge-login`, { data })).status()).toBe(200);
    // Signing in switched to the person's language; this switches back to the language under test.
    await context.addCookies([{ name: 'locale', value: language, url: address }]);
    await page.goto(`${address}/dashboard`);
    for (const path of await managementPages(context.request, address)) {
      await open(page, path);
      await test.step(`/dashboard/${path}`, async () => {
        if (rules) await expectAccessible(page, rules);
        await expectNoSidewaysScroll(page);
        // A side column must leave enough room for the form.
        for (const form of await page.locator('.RaEdit-card').all())
          expect((await form.boundingBox())?.width).toBeGreaterThan(250);
      });
    }
  });
