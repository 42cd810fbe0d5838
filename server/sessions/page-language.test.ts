import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { switchLanguage } from '../../contract/configs.ts';
import * as passwords from '../../contract/passwords.ts';
import { makeLink } from '../people/mailed-link.ts';
import { type Browser, type TestApp, testApp } from '../testing/test-app.ts';

let app: TestApp;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'challenge-page-'));
  await writeFile(join(folder, 'index.html'), '<html lang="nl"><base href="/" />');
  app = await testApp({ basePath: '/club/', appFolders: { web: folder, management: folder } });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

/** The language of a page as a French browser in Belgium gets it. */
async function languageAt(path: string, browser: Browser = app.browser()): Promise<string | undefined> {
  const headers = { accept: 'text/html', 'accept-language': 'fr-BE,fr;q=0.9,en;q=0.8' };
  const { body } = await browser.send({ method: 'GET', url: `/club${path}`, headers });
  return /<html lang="(\w\w)">/.exec(body)?.[1];
}

const anyLink = 'x'.repeat(43);

it('of a visitor is the one of the platform, whatever the browser prefers', async () => {
  expect(await languageAt('/')).toBe('nl');
  expect(await languageAt(`/reset-password/${anyLink}`)).toBe('nl');
});

it('of the first organiser is the one that their browser prefers: nobody has chosen any yet', async () => {
  expect(await languageAt(`/first-organiser/${anyLink}`)).toBe('fr');
});

it('behind a mailed link is the one of the person it was mailed to, unless this browser was switched', async () => {
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
