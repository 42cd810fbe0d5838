// Measures how quickly the participants' app loads and responds on a slow phone, in Chromium with an empty cache. Needs
// a build (`npm run build`). Run with `npm run bench-browser [-- --runs 5]`; prints Markdown tables.
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type BrowserContext, chromium, type Locator, type Page } from '@playwright/test';
import { chromiumFlags, chromium as chromiumPath } from '../scripts/chromium.ts';
import { startServerProcess } from '../server/testing/server-process.ts';
import { median } from './median.ts';

const { values } = parseArgs({ options: { runs: { type: 'string', default: '5' } } });
const runs = Number(values.runs);

/** The processor and the network of a slow phone, with the values that Lighthouse uses for phones. */
const slowdown = 4;
const network = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};

/** How long a finger touches the screen during a tap, in milliseconds. */
const touchedFor = 80;
/** How long a person looks at a page before the tap, in milliseconds. */
const lookedFor = 1000;

const password = 'a password for the benchmark';
const folder = mkdtempSync(join(tmpdir(), 'challenge-browser-'));
const server = await startServerProcess({ DATA_DIR: folder, DEMO: 'on', DEMO_PASSWORD: password });
const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumFlags });

/** What a person waits for, in milliseconds, and how much the page moves while it loads. */
interface Measured {
  firstPaint: number;
  largestPaint: number;
  /** The sum of the time beyond 50 ms of each task on the main thread after the first paint. */
  blocked: number;
  shift: number;
  /** The longest time from an event of a tap or key to the next frame. */
  slowestEvent: number;
}

interface Load extends Measured {
  /** The time until what people come for is visible: the form, the latest activities, the ranking. */
  usable: number;
}

try {
  const screens: [name: string, path: string, isSignedIn: boolean, content: string][] = [
    ['Sign-in', '', false, 'input[type=password]'],
    ['Dashboard', '', true, 'article'],
    ['Complete ranking', `challenges/ranking/${await currentChallenge()}`, true, 'tbody tr'],
  ];
  console.log(
    `Chromium ${browser.version()}, ${cpus().length} × ${cpus()[0]?.model.trim()}, median of ${runs} loads, processor ${slowdown} times as slow, 1.6 Mbit/s, 150 ms\n`,
  );
  console.log(
    '| screen | first contentful paint (ms) | largest contentful paint (ms) | usable (ms) | total blocking time (ms) | layout shift |',
  );
  console.log('| --- | ---: | ---: | ---: | ---: | ---: |');
  for (const [name, path, isSignedIn, content] of screens) {
    const loads: Load[] = [];
    for (let run = 0; run < runs; run += 1) loads.push(await loadOf(path, isSignedIn, content));
    const at = (key: keyof Load) => median(loads.map((load) => load[key]));
    console.log(
      `| ${name} | ${at('firstPaint').toFixed(0)} | ${at('largestPaint').toFixed(0)} | ${at('usable').toFixed(0)} | ${at('blocked').toFixed(0)} | ${at('shift').toFixed(3)} |`,
    );
  }
  console.log(`\n| tap | time to the next frame (ms), median of ${runs} |\n| --- | ---: |`);
  const taps: [name: string, path: string, target: (page: Page) => Locator][] = [
    ['Like an activity', '', (page) => page.locator('[aria-pressed=false]').first()],
    [
      'Open the form to log an activity',
      '',
      (page) => page.locator('a[href$="/my-activities/add"]:visible').first(),
    ],
    ['Open the challenges', '', (page) => page.locator('nav a[href$="/our-challenges"]:visible').first()],
    ['Open the complete ranking', '', (page) => page.locator('a[href*="/challenges/ranking/"]').first()],
    ['Open the boards', '', (page) => page.locator('nav a[href$="/our-statistics"]:visible').first()],
  ];
  for (const [name, path, target] of taps) {
    const times: number[] = [];
    for (let run = 0; run < runs; run += 1) times.push(await tapOn(path, target));
    console.log(`| ${name} | ${median(times).toFixed(0)} |`);
  }
} finally {
  await browser.close();
  await server.end('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
}

/** Opens a page of a new, slow phone, in a browser without a cache. */
async function phone(isSignedIn: boolean): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({
    baseURL: `${server.address}/`,
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  });
  if (isSignedIn) {
    const data = { username: 'participant@example.com', password };
    const answer = await context.request.post('./global-challenge-login', { data });
    if (!answer.ok()) throw new Error(`signing in failed with ${answer.status()}`);
  }
  await context.addInitScript(observe);
  return { context, page: await context.newPage() };
}

/** The address of the demo's current challenge. */
async function currentChallenge(): Promise<string> {
  const { context } = await phone(true);
  const { uri } = await (await context.request.get('./platform/api/challenges/current')).json();
  await context.close();
  return uri;
}

async function loadOf(path: string, isSignedIn: boolean, content: string): Promise<Load> {
  const { context, page } = await phone(isSignedIn);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', network);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.goto(`./${path}`, { waitUntil: 'commit' });
  // Checks in every frame; `locator.waitFor` checks only every half second.
  const usable = await page.waitForFunction(
    (selector) => document.querySelector(selector)?.checkVisibility() && performance.now(),
    content,
  );
  await page.waitForLoadState('networkidle');
  const measured = await page.evaluate(() => (window as unknown as { measured: Measured }).measured);
  const load = { ...measured, usable: Number(await usable.jsonValue()) };
  await context.close();
  return load;
}

/** Returns the longest time from one of a tap's events to the frame after it, in milliseconds. */
async function tapOn(path: string, target: (page: Page) => Locator): Promise<number> {
  const { context, page } = await phone(true);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.goto(`./${path}`);
  await page.waitForLoadState('networkidle');
  await target(page).scrollIntoViewIfNeeded();
  await setTimeout(lookedFor);
  const box = await target(page).boundingBox();
  if (!box) throw new Error('the target of the tap is not visible');
  const finger = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [finger] });
  await setTimeout(touchedFor);
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await page.waitForLoadState('networkidle');
  // Events are reported after their frame.
  await setTimeout(500);
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  const { slowestEvent } = await page.evaluate(() => (window as unknown as { measured: Measured }).measured);
  await context.close();
  return slowestEvent;
}

/** Runs in the page: collects what the browser reports about paints, long tasks, shifts and events. */
function observe(): void {
  const measured = { firstPaint: 0, largestPaint: 0, blocked: 0, shift: 0, slowestEvent: 0 };
  Object.assign(window, { measured });
  const on = (type: string, use: (entry: PerformanceEntry & Record<string, number>) => void) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) use(entry as PerformanceEntry & Record<string, number>);
    }).observe({ type, buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
  on('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') measured.firstPaint = startTime;
  });
  on('largest-contentful-paint', ({ startTime }) => {
    measured.largestPaint = startTime;
  });
  on('longtask', ({ startTime, duration }) => {
    if (measured.firstPaint > 0 && startTime >= measured.firstPaint) measured.blocked += duration - 50;
  });
  on('layout-shift', (entry) => {
    if (!entry.hadRecentInput) measured.shift += entry.value ?? 0;
  });
  on('event', ({ duration, interactionId }) => {
    if (interactionId) measured.slowestEvent = Math.max(measured.slowestEvent, duration);
  });
}
