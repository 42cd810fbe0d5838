// Takes the pictures of the guides in `docs/`: starts the demo company at a fixed moment and opens its screens in
// Chromium. The same code always gives the same pictures, except for what Chromium itself draws differently.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type BrowserContext, chromium, type Page, type Request } from '@playwright/test';
import sharp from 'sharp';
import { Temporal } from 'temporal-polyfill';
import { fillWithDemo } from '../demo/demo.ts';
import { buildApp } from '../server/app.ts';
import { openDatabase } from '../server/db/db.ts';
import { migrate } from '../server/db/migrate.ts';
import { openProviders } from '../server/integrations/providers/registry.ts';
import { openQueue } from '../server/kit/queue.ts';
import { hashPassword } from '../server/sign-in/passwords/password-hash.ts';
import { chromium as chromiumPath } from './chromium.ts';
import { type Picture, pictures } from './pictures.ts';

/** A Thursday in the middle of the demo's challenge. */
const now = Temporal.Instant.from('2026-05-21T15:30:00Z');
const password = 'pictures of the demo';
const sizes = { phone: { width: 390, height: 844 }, desk: { width: 1024, height: 760 } };

const folder = mkdtempSync(join(tmpdir(), 'challenge-pictures-'));
const database = await openDatabase({ databaseUrl: undefined, dataDir: folder });
await migrate(database.db);
await fillWithDemo(database.db, { now, passwordHash: await hashPassword(password) });
const client = { clientId: 'pictures', clientSecret: 'pictures', baseUrl: undefined };
const queue = openQueue(database.pool, { works: false, report: (error) => console.error(error) });
const app = await buildApp({
  database,
  queue,
  basePath: '/',
  secret: 'pictures of the demo, taken by a script',
  logLevel: 'error',
  mail: { server: 'mail.example.com:465', sender: 'challenge@example.com' },
  clock: () => now,
  couplings: {
    providers: openProviders({ Fitbit: client, Garmin: client, Polar: client, Strava: client }),
    isSandbox: false,
  },
  appFolders: { web: resolve('dist/web'), management: resolve('dist/management') },
});
const address = await app.listen({ host: '127.0.0.1', port: 0 });
const browser = await chromium.launch({
  executablePath: chromiumPath(),
  args: ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none'],
});

try {
  for (const language of ['en', 'fr', 'nl'] as const) {
    mkdirSync(`docs/pictures/${language}`, { recursive: true });
    const contexts = new Map<string, Promise<BrowserContext>>();
    for (const picture of pictures) {
      const { who = 'nobody', size } = picture;
      const key = `${who} ${size}`;
      const context = contexts.get(key) ?? contextFor(who, sizes[size], language);
      contexts.set(key, context);
      await take(await (await context).newPage(), picture, language);
    }
    for (const context of contexts.values()) await (await context).close();
  }
} finally {
  await browser.close();
  await app.close();
  await queue.stop();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
}

/** Opens a browser window with a fixed clock, in which a person is signed in. */
async function contextFor(
  who: string,
  viewport: { width: number; height: number },
  language: string,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: `${address}/`,
    viewport,
    locale: language,
    timezoneId: 'Europe/Brussels',
    colorScheme: 'light',
    reducedMotion: 'reduce',
  });
  await context.clock.setFixedTime(now.epochMilliseconds);
  if (who !== 'nobody') {
    const data = { username: `${who}@example.com`, password };
    const answer = await context.request.post('./global-challenge-login', { data });
    if (!answer.ok()) throw new Error(`signing in as ${who}: ${answer.status()}`);
  }
  await context.request.get(`./global-challenge-language-switch?locale=${language}`);
  return context;
}

async function take(page: Page, { name, path, size, opens }: Picture, language: string) {
  const isQuiet = watchRequests(page);
  await page.goto(`./${path}`);
  await page.locator('h1:visible').first().waitFor();
  await isQuiet();
  if (opens) {
    await page.locator(opens).first().click();
    await isQuiet();
  }
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  const clip = { x: 0, y: 0, ...sizes[size], height: await heightOf(page, sizes[size].height) };
  const taken = await page.screenshot({ clip, animations: 'disabled', caret: 'hide' });
  // A palette reduces the files to a third of their size, and is sufficient because the screens have few
  // colours.
  const file = `docs/pictures/${language}/${size}-${name}.png`;
  const { size: bytes } = await sharp(taken).png({ palette: true, quality: 90, effort: 10 }).toFile(file);
  console.log(`${file}: ${Math.round(bytes / 1024)} kB`);
  await page.close();
}

/**
 * Measures the height of the part of the window that has content, because pages of the organisers' app may be short.
 */
async function heightOf(page: Page, most: number): Promise<number> {
  const bottom = await page.evaluate(() =>
    Math.max(
      0,
      ...[...document.querySelectorAll('#main-content *')].map((part) => part.getBoundingClientRect().bottom),
    ),
  );
  return bottom === 0 ? most : Math.min(most, Math.max(480, Math.ceil(bottom) + 24));
}

/**
 * Returns a function that waits until a page has had no open request for half a second. Ignores requests that
 * are still open ten seconds after the last response.
 */
function watchRequests(page: Page): () => Promise<void> {
  const open = new Set<Request>();
  let last = Date.now();
  page.on('request', (request) => {
    // The stream of changes stays open.
    if (request.resourceType() !== 'eventsource') open.add(request);
  });
  for (const event of ['requestfinished', 'requestfailed'] as const)
    page.on(event as 'requestfinished', (request) => {
      open.delete(request);
      last = Date.now();
    });
  return async () => {
    const isLoading = () => Date.now() - last < (open.size > 0 ? 10_000 : 500);
    while (isLoading()) await wait(50);
  };
}
