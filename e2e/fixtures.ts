import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { test as base, expect, type Locator, type Page, type Request } from '@playwright/test';
import axe from 'axe-core';
import { demoDatabase } from './engine.ts';
import { password } from './password.ts';
import { startServer } from './server.ts';

export { expect, password };

/** The server of a test worker: the real server, with the demo company. */
interface Platform {
  /** The server's base URL, with a slash at the end. */
  address: string;
  dataDir: string;
}

/**
 * A test on a server that all tests of the worker share. The test fails on any console error. The browser logs every
 * failed request as a console error, so a test that expects an error status adds that status to `refusals`, and a test
 * that goes offline adds 'offline'.
 */
export const test = base.extend<{ refusals: Set<number | 'offline'> }, { platform: Platform }>({
  platform: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it which fixtures are needed.
    async ({}, use) => {
      const settings = await demoDatabase({});
      const server = await startServer(settings);
      const { port } = new URL(server.address);
      await use({ address: `http://localhost:${port}/`, dataDir: settings.DATA_DIR ?? '' });
      await server.end('SIGTERM');
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ platform }, use) => use(platform.address),
  refusals: [
    async ({ page }, use) => {
      const errors: string[] = [];
      // On a busy machine, a server may refuse calls for a moment, and the apps try again.
      const refusals = new Set<number | 'offline'>([503]);
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text());
      });
      page.on('pageerror', (error) => errors.push(error.message));
      watchCalls(page);
      await use(refusals);
      const consoleError = (meant: number | 'offline') =>
        meant === 'offline'
          ? /ERR_INTERNET_DISCONNECTED|Failed to fetch dynamically imported module/
          : new RegExp(`with a status of ${meant}`);
      const isMeant = (line: string) => [...refusals].some((meant) => consoleError(meant).test(line));
      expect(errors.filter((line) => !isMeant(line))).toEqual([]);
    },
    { auto: true },
  ],
});

/** A page's open requests, and the number of requests that it has started so far. */
interface Calls {
  open: Set<Request>;
  begun: number;
  /** The request for a new document that has not replaced the current one yet. */
  navigation?: Request;
}

const callsOf = new WeakMap<Page, Calls>();

/** Counts a page's requests from now on. The fixture's own page is counted from the start. */
export function watchCalls(page: Page): void {
  const calls: Calls = { open: new Set(), begun: 0 };
  callsOf.set(page, calls);
  page.on('request', (request) => {
    // The stream of changes stays open.
    if (request.resourceType() === 'eventsource') return;
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) calls.navigation = request;
    calls.open.add(request);
    calls.begun += 1;
  });
  page.on('framenavigated', (frame) => {
    const { navigation } = calls;
    if (!navigation || frame !== page.mainFrame() || !isSameDocument(frame.url(), navigation.url())) return;
    // The browser cancels the requests of the previous document, and reports nothing.
    for (const one of calls.open) if (one !== navigation) calls.open.delete(one);
    delete calls.navigation;
  });
  page.on('requestfinished', (request) => calls.open.delete(request));
  page.on('requestfailed', (request) => calls.open.delete(request));
}

const isSameDocument = (one: string, other: string) => one.split('#')[0] === other.split('#')[0];

/** Matches what the apps show while they load. A challenge's progress bar has a value, so it does not match. */
const waitingMarks =
  '.frame-waiting, .mantine-Skeleton-root, .mantine-Loader-root, .MuiSkeleton-root, [role=progressbar]:not([aria-valuenow])';

/** Waits until a page has loaded, has rendered all its data and is idle. */
export async function waitUntilIdle(page: Page): Promise<void> {
  const calls = callsOf.get(page);
  // The requests of a page are not counted if the test itself opened that page.
  if (!calls) return page.waitForLoadState('networkidle');
  await expect(async () => {
    const { begun } = calls;
    expect([...calls.open].map((request) => request.url())).toEqual([]);
    const marks = await page.evaluate(async (selector) => {
      // The app processes responses in event-loop tasks and renders them in animation frames.
      for (let round = 0; round < 2; round += 1) {
        await new Promise((resolve) => requestAnimationFrame(resolve));
        await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1000 }));
      }
      await document.fonts.ready;
      return document.querySelectorAll(selector).length;
    }, waitingMarks);
    expect(marks).toBe(0);
    expect(calls.begun).toBe(begun);
  }).toPass({ intervals: [20], timeout: 60_000 });
}

export type Language = 'en' | 'fr' | 'nl';

/** The text for a key of the participants' app, for example `text('nl', 'sessions', 'signIn.send')`. */
export const text = (language: Language, namespace: string, key: string): string =>
  textIn(`../web/i18n/${language}/${namespace}.json`, key);

/** The text for a key of the organisers' app, for example `managed('nl', 'app.saved')`. */
export const managed = (language: Language, key: string): string =>
  textIn(`../management/i18n/${language}.json`, key);

function textIn(path: string, key: string): string {
  const texts = JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
  const found = key.split('.').reduce((part, name) => part?.[name], texts);
  if (typeof found !== 'string') throw new Error(`no text ${key} in ${path}`);
  return found.replaceAll('{{platformName}}', 'Global Challenge');
}

/** Signs in on any page that shows the sign-in form. */
export async function signIn(
  page: Page,
  email = 'participant@example.com',
  language: Language = 'nl',
): Promise<void> {
  const label = (key: string) => text(language, 'sessions', `signIn.${key}`);
  await page.getByLabel(label('email')).fill(email);
  await page.getByLabel(label('password'), { exact: true }).fill(password);
  await page.getByRole('button', { name: label('send') }).click();
  await expect(page.getByLabel(label('password'), { exact: true })).toBeHidden();
}

const sizes = { phone: { width: 390, height: 844 }, desk: { width: 1280, height: 900 } };

/**
 * Expects a page to be accessible, and not to scroll horizontally at phone or desktop width. Leaves the
 * window at desktop width. Takes a screenshot at each width if `picture` gives a name.
 */
export async function expectGoodOnEveryScreen(page: Page, picture?: string): Promise<void> {
  for (const [name, size] of Object.entries(sizes)) {
    await page.setViewportSize(size);
    if (picture) await waitUntilIdle(page);
    await expectNoSidewaysScroll(page);
    if (picture) await takePicture(page, `${picture}-${name}`);
  }
  await expectAccessible(page);
}

/** Expects a page to have no accessibility violations and no horizontal scrolling. */
export async function expectGoodPage(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
}

export const everyRule: axe.RunOnly = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] };

/** The rules whose result depends on the colours and the width of a page. */
export const rulesOfLooks: axe.RunOnly = { type: 'rule', values: ['color-contrast', 'target-size'] };

/** Expects a page to have no accessibility violations. */
export async function expectAccessible(page: Page, runOnly: axe.RunOnly = everyRule): Promise<void> {
  // Injects axe once per document; axe stays loaded when the app navigates.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const violations = await page.evaluate(async (only) => {
    const { run } = (window as unknown as { axe: typeof axe }).axe;
    const found = await run(document, { runOnly: only, resultTypes: ['violations'] });
    return found.violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map(({ target }) => ({ target })),
    }));
  }, runOnly);
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(', ')}`)).toEqual(
    [],
  );
}

/** Navigates within the organisers' app without a full page load, and waits until the new page has loaded. */
export async function goWithinManagement(page: Page, path: string): Promise<void> {
  // Marks the elements of the previous page; they disappear when the app renders the new page.
  await page.evaluate(() => {
    for (const part of document.querySelectorAll('#main-content > *')) part.setAttribute('data-before', '');
  });
  await goWithin(page, path);
  const before = page.locator('#main-content > [data-before]:not(h1)');
  // If the app was already on that page, for example after a save, the marked elements stay: load the page
  // instead. The address is absolute, because a test with its own server does not use `baseURL`.
  await expect(before)
    .toHaveCount(0, { timeout: 5_000 })
    .catch(() => page.goto(new URL(path, page.url()).href));
  await waitUntilIdle(page);
}

/** Navigates within the open app without a full page load, and waits until the new page has loaded. */
export async function goWithin(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);
  await waitUntilIdle(page);
}

/** Takes a full-page screenshot if `E2E_PICTURES` is set; a screenshot takes as long as a page load. */
export async function takePicture(page: Page, name: string): Promise<void> {
  if (!process.env.E2E_PICTURES) return;
  await page.screenshot({ path: test.info().outputPath(`${name}.png`), fullPage: true });
}

/** Expands a collapsed panel. */
export const unfold = (page: Page, title: string): Promise<void> =>
  page.locator('summary', { hasText: title }).click();

/** Expects a page to be no wider than its window. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const beyond = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(beyond, 'pixels beyond the right edge').toBeLessThanOrEqual(0);
}

export const languages = ['en', 'fr', 'nl'] as const;

/**
 * The language in which a file's tests run. Each file uses one language, so that all files together cover every
 * language. `rules/layout.test.ts` checks that the languages have the same keys and placeholders.
 * @param file `import.meta.filename`
 */
export function languageOf(file: string): Language {
  const sum = [...basename(file)].reduce((total, letter) => total + letter.charCodeAt(0), 0);
  return languages[sum % languages.length] ?? 'en';
}

/** The name and credentials of a person in a test. */
export interface TestPerson {
  givenName: string;
  surname: string;
  email: string;
}

/** Creates an account through the API, by default with the demo's guest code. */
export async function makeAccount(
  page: Page,
  language: Language,
  changes: { givenName?: string; guestCode?: string } = {},
): Promise<TestPerson> {
  const unique = randomUUID().slice(0, 8);
  const somebody = {
    givenName: changes.givenName ?? `Robin ${unique}`,
    surname: 'Van Damme',
    email: `${unique}@example.com`,
  };
  const data = { ...somebody, guestCode: changes.guestCode ?? 'WELCOME', password, language };
  const made = await page.request.post('./platform/api/sign_up_requests', { data });
  expect(made.status()).toBe(201);
  return somebody;
}

/** Creates an account and signs the person in, in the page's browser and language. */
export async function arrive(
  page: Page,
  language: Language,
  changes: { givenName?: string; guestCode?: string } = {},
): Promise<TestPerson> {
  const somebody = await makeAccount(page, language, changes);
  await signInSilently(page, language, somebody.email);
  return somebody;
}

/** Signs a person in through the API, in the page's browser and language. */
export async function signInSilently(
  page: Page,
  language: Language,
  email = 'participant@example.com',
): Promise<void> {
  const data = { username: email, password };
  expect((await page.request.post('./global-challenge-login', { data })).status()).toBe(200);
  await page.request.get(`./global-challenge-language-switch?locale=${language}`);
}

/** Chooses an item from the menu on the card of one of the person's own activities. */
export async function chooseFrom(card: Locator, language: Language, key: 'edit' | 'delete'): Promise<void> {
  const t = (name: string) => text(language, 'activities', `card.${name}`);
  await card.getByRole('button', { name: t('menu') }).click();
  await card
    .page()
    .getByRole('menuitem', { name: t(key) })
    .click();
}
