import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { switchLanguage } from '../../../contract/configs.ts';
import { settings } from '../../../contract/managed/settings.ts';
import * as passwords from '../../../contract/passwords.ts';
import { makeLink } from '../../people/mailed-links/mailed-link.ts';
import { type Browser, type TestApp, testApp } from '../../testing/test-app.ts';

let app: TestApp;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'challenge-page-'));
  await writeFile(
    join(folder, 'index.html'),
    '<html lang="nl"><base href="/" /><meta content="no other language" />',
  );
  app = await testApp({ basePath: '/club/', appFolders: { web: folder, management: folder } });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

/** Returns the language of a page, by default for a browser that prefers Belgian French. */
async function languageAt(path: string, browser: Browser = app.browser(), asked?: string) {
  return /<html lang="(\w\w)">/.exec(await pageAt(path, browser, asked))?.[1];
}

/** Returns the other language that a page offers, by default for a browser that prefers Belgian French. */
async function offerAt(path: string, browser: Browser = app.browser(), asked?: string) {
  return /<meta content="(.*?)"/.exec(await pageAt(path, browser, asked))?.[1];
}

async function pageAt(path: string, browser: Browser, asked = 'fr-BE,fr;q=0.9,en;q=0.8'): Promise<string> {
  const headers = { accept: 'text/html', 'accept-language': asked };
  return (await browser.send({ method: 'GET', url: `/club${path}`, headers })).body;
}

const anyLink = 'x'.repeat(43);

it('shows visitors a page in the platform’s language, whatever the browser prefers', async () => {
  expect(await languageAt('/')).toBe('nl');
  expect(await languageAt(`/reset-password/${anyLink}`)).toBe('nl');
});

it('shows the first organiser a page in the browser’s language, as no platform language is chosen yet', async () => {
  expect(await languageAt(`/first-organiser/${anyLink}`)).toBe('fr');
});

it('shows the page of a mailed link in the recipient’s language, unless another language was chosen in the browser', async () => {
  const { email, iri } = await app.participant();
  const { db } = app.database;
  await db.updateTable('people').set({ language: 'en' }).where('email', '=', email).execute();
  const slug = await makeLink(db, Number(iri.split('/').at(-1)), 'invite', app.clock.now);
  expect(await languageAt(`/reset-password/${slug}`)).toBe('en');
  const switched = app.browser();
  await switched.call(switchLanguage, { query: { locale: 'fr' } });
  expect(await languageAt(`/reset-password/${slug}`, switched)).toBe('fr');

  const link = await app.browser().call(passwords.resetLink, { params: { slug } });
  expect(link).toMatchObject({ isInvitation: true, email });
  expect(link['hydra:message']).toContain(email);
});

it('offers visitors the browser’s language if it differs and they have not chosen a language', async () => {
  expect(await offerAt('/')).toBe('fr');
  expect(await offerAt('/', app.browser(), 'de-DE, EN-us;q=0.5, fr;q=0.4')).toBe('en');
  for (const asked of ['nl-BE,fr;q=0.5', 'de', '*', 'x"><script>', 'fr;q=0, nl'])
    expect(await offerAt('/', app.browser(), asked)).toBe('');
  const switched = app.browser();
  await switched.call(switchLanguage, { query: { locale: 'nl' } });
  expect(await offerAt('/', switched)).toBe('');
});

it('shows a page in the browser’s language if organisers enabled this and the language is available', async () => {
  const organiser = await app.organiser();
  const params = { id: 1 };
  const change = async (changes: object) => {
    const shown = await organiser.call(settings.one, { params });
    await organiser.call(settings.replace, { params, body: { ...shown, ...changes } });
  };
  await change({ visitorLanguage: 'browser' });
  expect(await languageAt('/')).toBe('fr');
  expect(await offerAt('/')).toBe('');
  expect(await languageAt('/', app.browser(), 'de,pl')).toBe('nl');
  const switched = app.browser();
  await switched.call(switchLanguage, { query: { locale: 'en' } });
  expect(await languageAt('/', switched)).toBe('en');
  await change({ availableLanguages: ['nl', 'en'] });
  expect(await languageAt('/')).toBe('en');
  expect(await languageAt('/', app.browser(), 'fr')).toBe('nl');
  expect(await offerAt('/', app.browser(), 'fr')).toBe('');
  await change({ visitorLanguage: 'default' });
  expect(await languageAt('/')).toBe('nl');
  expect(await offerAt('/')).toBe('en');
});
