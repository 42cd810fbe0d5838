import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig, devices } from '@playwright/test';
import { chromium } from './scripts/chromium.ts';

const port = Number(process.env.E2E_PORT ?? 3900);
process.env.E2E_DATA_DIR ??= mkdtempSync(join(tmpdir(), 'challenge-e2e-'));

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  // One server with one embedded database: the journeys change it one after another.
  workers: 1,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['list'], ['json']] : [['list']],
  outputDir: 'test-results',
  use: {
    ...devices['Desktop Chrome'],
    baseURL: `http://localhost:${port}/`,
    viewport: { width: 1280, height: 900 },
    locale: 'nl-BE',
    timezoneId: 'Europe/Brussels',
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: chromium(),
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
