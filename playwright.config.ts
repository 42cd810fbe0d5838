import { defineConfig, devices } from '@playwright/test';
import { chromium } from './scripts/chromium.ts';

// Workers read this file too, and share what the first has found.
process.env.CHROMIUM ??= chromium();

/** What takes longest begins first, so that the workers end at about the same time. */
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
  // Several workers share two cores; nothing here waits for time to pass.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  // Each has a server and a database of its own, which its journeys change one after another. A third is at work
  // while two wait for an answer.
  workers: 3,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['list'], ['json']] : [['list']],
  outputDir: 'test-results',
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 900 },
    // Drawing what moves costs a machine without a graphics card dear; the map is looked at while it moves as well.
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'nl-BE',
    timezoneId: 'Europe/Brussels',
    // Costs a quarter of the time; `playwright test --trace on` shows a failure step by step.
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
});
