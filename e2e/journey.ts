import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { test as base, expect, type Locator, type Page } from '@playwright/test';

export { expect };

export const password = 'a password for the demo';

/**
 * A test that fails on any console error. The browser logs every refused call there: a test that expects a refusal, or
 * being offline, adds that to `refusals`.
 */
export const test = base.extend<{ refusals: Set<number | 'offline'> }>({
  refusals: [
    async ({ page }, use) => {
      const errors: string[] = [];
      const refusals = new Set<number | 'offline'>();
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text());
      });
      page.on('pageerror', (error) => errors.push(error.message));
      await use(refusals);
      const wordsOf = (meant: number | 'offline') =>
        meant === 'offline' ? 'ERR_INTERNET_DISCONNECTED' : `with a status of ${meant}`;
      const isMeant = (line: string) => [...refusals].some((meant) => line.includes(wordsOf(meant)));
      expect(errors.filter((line) => !isMeant(line))).toEqual([]);
    },
    { auto: true },
  ],
});

export type Language = 'en' | 'fr' | 'nl';

/** The app's text of a key, such as `text('nl', 'sessions', 'signIn.send')`. */
export const text = (language: Language, namespace: string, key: string): string =>
  textIn(`../web/i18n/${language}/${namespace}.json`, key);

/** The organisers' app's text of a key, such as `managed('nl', 'app.saved')`. */
export const managed = (language: Language, key: string): string =>
  textIn(`../management/i18n/${language}.json`, key);

function textIn(path: string, key: string): string {
  const texts = JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
  const found = key.split('.').reduce((part, name) => part?.[name], texts);
  if (typeof found !== 'string') throw new Error(`no text ${key} in ${path}`);
  return found.replaceAll('{{platformName}}', 'Global Challenge');
}

/** Signs in on any page that shows the form. */
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

/** Expects a page without accessibility violations and without horizontal scrolling. */
export async function expectGoodPage(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
}

async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .options({
      runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] },
      resultTypes: ['violations'],
    })
    // Runs in the page itself, which takes half the time: the default mode is for frames of other origins, and there
    // are none.
    .setLegacyMode()
    .analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(', ')}`)).toEqual(
    [],
  );
}

/** Opens a folded panel. */
export const unfold = (page: Page, title: string): Promise<void> =>
  page.locator('summary', { hasText: title }).click();

/** Expects a page to be as wide as its window. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const beyond = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(beyond, 'pixels beyond the right edge').toBeLessThanOrEqual(0);
}

export const languages = ['en', 'fr', 'nl'] as const;

/**
 * The language in which a file's tests run: one per file, so that together they cover all. `rules/layout.test.ts`
 * checks that the languages have the same keys and placeholders. @param file `import.meta.filename`
 */
export function languageOf(file: string): Language {
  const sum = [...basename(file)].reduce((total, letter) => total + letter.charCodeAt(0), 0);
  return languages[sum % languages.length] ?? 'en';
}

/** A person in a test: their name and credentials. */
export interface Somebody {
  givenName: string;
  surname: string;
  email: string;
}

/** Creates an account through the API, with the demo's guest code by default. */
export async function makeAccount(
  page: Page,
  language: Language,
  changes: { givenName?: string; guestCode?: string } = {},
): Promise<Somebody> {
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

/** Creates an account and signs it in, in the page's own browser and language. */
export async function arrive(
  page: Page,
  language: Language,
  changes: { givenName?: string; guestCode?: string } = {},
): Promise<Somebody> {
  const somebody = await makeAccount(page, language, changes);
  await signInSilently(page, language, somebody.email);
  return somebody;
}

/** Signs a person in through the API, in the page's own browser and language. */
export async function signInSilently(
  page: Page,
  language: Language,
  email = 'participant@example.com',
): Promise<void> {
  const data = { username: email, password };
  expect((await page.request.post('./global-challenge-login', { data })).status()).toBe(200);
  await page.request.get(`./global-challenge-language-switch?locale=${language}`);
}

/** Chooses an item from the menu of an own activity's card. */
export async function chooseFrom(card: Locator, language: Language, key: 'edit' | 'delete'): Promise<void> {
  const t = (name: string) => text(language, 'activities', `card.${name}`);
  await card.getByRole('button', { name: t('menu') }).click();
  await card
    .page()
    .getByRole('menuitem', { name: t(key) })
    .click();
}
