import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settings } from '../../../contract/managed/settings.ts';
import { type Browser, type TestApp, testApp } from '../../testing/test-app.ts';

let app: TestApp;
let organiser: Browser;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'challenge-page-'));
  const page = await readFile(new URL('../../../web/index.html', import.meta.url));
  await writeFile(join(folder, 'index.html'), page);
  const publicUrl = 'https://sport.example.com/club/';
  app = await testApp({ basePath: '/club/', publicUrl, appFolders: { web: folder, management: folder } });
  organiser = await app.organiser();
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const get = (path: string, headers: Record<string, string> = {}) =>
  app.browser().send({ method: 'GET', url: `/club${path}`, headers });

const change = async (changes: object) => {
  const params = { id: 1 };
  const shown = await organiser.call(settings.one, { params });
  await organiser.call(settings.replace, { params, body: { ...shown, ...changes } });
};

describe('the app’s page', () => {
  it.each(['/', '/my-activities', '/teams/participate/6f9619ff-8b86-4d01-b42d-00cf4fc964ff', '/nowhere?a=b'])(
    'is sent for %s to clients that accept any type, such as link previews and monitors',
    async (path) => {
      for (const headers of [{ accept: '*/*' }, { accept: 'image/png, */*;q=0.8' }, {}]) {
        const answer = await get(path, headers as Record<string, string>);
        expect(answer.statusCode).toBe(200);
        expect(answer.headers['content-type']).toContain('text/html');
      }
    },
  );

  it('is not sent to API clients that accept JSON only', async () => {
    expect((await get('/my-activities', { accept: 'application/json' })).statusCode).toBe(404);
  });

  it.each([
    '/platform/api/nothing',
    '/platform',
    '/translations/de/common.json',
    '/gc/nothing',
    '/faq/api/libraries/999999.json?locale=en',
    '/global-challenge-nothing',
    '/assets/missing-a1b2c3.js',
    '/dashboard/assets/missing.css',
  ])('is never sent for an unknown API call or file: %s', async (path) => {
    for (const accept of ['*/*', 'text/html,*/*;q=0.8']) {
      const answer = await get(path, { accept });
      expect(answer.statusCode).toBe(404);
      expect(answer.headers['content-type']).toContain('application/problem+json');
    }
  });

  it.each(['/favicon.ico', '/robots.txt', '/pictures/none.png'])(
    'is not sent in place of the file %s',
    async (path) => {
      expect((await get(path, { accept: 'image/avif,*/*' })).statusCode).toBe(404);
    },
  );

  it('contains the platform’s name and description, in the platform’s language and colours', async () => {
    await change({ platformName: 'R&D "roule"', companyColour: '#0055aa', defaultLanguage: 'fr' });
    const { body, headers } = await get('/', { accept: '*/*' });
    expect(body).toContain('<html lang="fr">');
    expect(body).toContain('<meta property="og:title" content="R&amp;D &quot;roule&quot;" />');
    expect(body).toMatch(/<meta name="description" content="Le défi sportif [^"]+" \/>/);
    expect(body).toContain(
      '<meta property="og:image" content="https://sport.example.com/club/icon-512.png" />',
    );
    expect(body).toContain('media="(prefers-color-scheme: light)" content="#0055aa" />');
    expect(body).toMatch(/<noscript><p>[^<]*JavaScript[^<]*<\/p><\/noscript>/);
    expect(body).toContain('<link rel="manifest" href="/club/manifest.webmanifest?locale=fr" />');
    // The policy blocks neither the preview picture nor the manifest.
    expect(headers['content-security-policy']).toContain("default-src 'self'");
    expect(headers['content-security-policy']).not.toContain('manifest-src');
  });
});

it('serves a web app manifest with the platform’s name, colours and language', async () => {
  await change({
    platformName: 'R&D "roule"',
    companyColour: '',
    headerMode: 'light',
    defaultLanguage: 'nl',
  });
  const answer = await get('/manifest.webmanifest?locale=en', { accept: '*/*' });
  expect(answer.headers['content-type']).toContain('application/manifest+json');
  const manifest = answer.json();
  expect(manifest).toMatchObject({
    name: 'R&D "roule"',
    lang: 'en',
    start_url: '/club/',
    scope: '/club/',
    display: 'standalone',
    theme_color: '#f5efe0',
  });
  expect(manifest.description).toContain('challenge');
  for (const { src } of manifest.icons) {
    expect(src).toMatch(/^\/club\//);
    await readFile(new URL(`../../../web/public/${src.slice('/club/'.length)}`, import.meta.url));
  }
  expect((await get('/manifest.webmanifest?locale=de')).json().lang).toBe('nl');
});
