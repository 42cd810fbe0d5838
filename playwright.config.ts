import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig, devices } from '@playwright/test';
import { chromium } from './scripts/chromium.ts';

/** The tests of appearance and loading, apart from the others: `E2E_PART=looks` runs these. */
const looks = [
  'api-admin',
  'faq',
  'first-load',
  'forms',
  'impatience',
  'keyboard',
  'layout',
  'layout-shift',
  'management-lists',
  'management-screens',
  'management-session',
  'markup',
  'overview',
  'progress-map',
  'readable',
  'screens',
  'sign-in',
].map((name) => `**/${name}.spec.ts`);

const port = Number(process.env.E2E_PORT ?? 3900);
// Workers read this file too, and use the path found first.
process.env.CHROMIUM ??= chromium();
process.env.E2E_DATA_DIR ??= mkdtempSync(join(tmpdir(), 'challenge-e2e-'));

export default defineConfig({
  testDir: 'e2e',
  // All tests, unless `E2E_PART` selects one of the two parts, which can run at the same time.
  testMatch: process.env.E2E_PART === 'looks' ? looks : '*.spec.ts',
  testIgnore: process.env.E2E_PART === 'journeys' ? looks : [],
  // Two parts share two cores; no test waits for time to pass.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  // One server with one database, which the tests change one after another.
  workers: 1,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['list'], ['json']] : [['list']],
  outputDir: `test-results/${process.env.E2E_PORT ?? 'all'}`,
  use: {
    ...devices['Desktop Chrome'],
    baseURL: `http://localhost:${port}/`,
    viewport: { width: 1280, height: 900 },
    // Drawing animations is slow without a graphics card; a test of the map also covers its animation.
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'nl-BE',
    timezoneId: 'Europe/Brussels',
    // Takes a quarter of the time; use `playwright test --trace on` to see a failure step by step.
    trace: 'off',
    launchOptions: {
      executablePath: process.env.CHROMIUM,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  webServer: {
    command: 'node e2e/server.ts',
    url: `http://localhost:${port}/readyz`,
    env: {
      PORT: String(port),
      E2E_DATA_DIR: process.env.E2E_DATA_DIR,
      DEMO_PASSWORD: 'a password for the demo',
      LOG_LEVEL: 'error',
    },
    timeout: 60_000,
  },
});
