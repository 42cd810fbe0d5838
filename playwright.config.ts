import { defineConfig, devices } from '@playwright/test';
import { chromium, chromiumFlags } from './scripts/chromium.ts';

// Workers read this file too, and use the path found first.
process.env.CHROMIUM ??= chromium();

/** The longest tests start first, so that the workers end at about the same time. */
const long = ['screens', 'management-screens', 'set-up', 'trust', 'teams'].map(
  (name) => `**/${name}.spec.ts`,
);

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/global-setup.ts',
  projects: [
    { name: 'long', testMatch: long },
    { name: 'others', testMatch: '*.spec.ts', testIgnore: long },
  ],
  // Several workers share two cores; no test waits for time to pass.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  // Each has its own server and database, which its tests change one after another. A third keeps the machine busy
  // while two wait for answers.
  workers: 3,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['list'], ['json']] : [['list']],
  outputDir: 'test-results',
  use: {
    ...devices['Desktop Chrome'],
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
        ...chromiumFlags,
        // Pages live for seconds, so machine code made for speed never pays off.
        '--js-flags=--no-opt,--no-maglev',
        // Without a graphics card, each tile draws the whole map again.
        '--default-tile-width=2048',
        '--default-tile-height=2048',
      ],
    },
  },
});
