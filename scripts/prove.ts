// Checks everything: format, types, rules, the API on both engines, and the apps in Chromium.
import { chromium } from './chromium.ts';
import { startPostgresql } from './postgresql.ts';
import { bin, buildApps, conclude, playwright, step, vitest } from './steps.ts';

const browser = chromium();
console.log(`Chromium: ${browser}`);
const postgresql = process.env.TEST_DATABASE_URL
  ? { url: process.env.TEST_DATABASE_URL, stop: () => undefined }
  : await startPostgresql();
console.log(`PostgreSQL for the tests: ${postgresql.url}`);
const database = { TEST_DATABASE_URL: postgresql.url };

/** Runs the checks that need no server, one after another. */
async function checks(): Promise<void> {
  await step('Format and lint', [bin('biome'), 'ci', '.']);
  await step('Types of the server', [bin('tsc'), '-p', '.']);
  await step('Types of the participants’ app', [bin('tsc'), '-p', 'web']);
  await step('Types of the organisers’ app', [bin('tsc'), '-p', 'management']);
  await step('Types of the end-to-end tests', [bin('tsc'), '-p', 'e2e']);
  await step('Types of the documentation site', [bin('tsc'), '-p', 'docs/.vitepress']);
  await step('Nothing unused', [bin('knip')]);
  await step('Coverage of the specification', [bin('node'), 'scripts/coverage.ts', '--check']);
}

try {
  // The apps are built first, because servers under test serve them.
  await buildApps();
  console.log(
    '\nRunning the checks and, at the same time, the tests of rules, contract and API on both engines…',
  );
  await Promise.all([checks(), vitest('Rules, contract, and the API on both engines', [], database)]);
  console.log('\nRunning the end-to-end tests in Chromium…');
  await playwright('In Chromium', [], { CHROMIUM: browser, E2E_ENGINE: 'postgresql', ...database });
} finally {
  postgresql.stop();
}
process.exit(conclude());
