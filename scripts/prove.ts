import { spawn, spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { chromium } from './chromium.ts';
import { startPostgresql } from './postgresql.ts';

/** The results of a step; a step without numbers of its own counts as one test. */
interface Counts {
  passed: number;
  failed: number;
  /** The failures, in one or more lines each; repeated at the very end, where they are easy to find. */
  failures: string[];
  /** The tests that passed only on a retry. */
  unsteady?: string[];
}

/** The part of Vitest's report (`--reporter=json`) that is read. */
interface VitestSuite {
  name: string;
  message: string;
  assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
}

/** The part of Playwright's report (`reporter: json`) that is read. */
interface PlaywrightSuite {
  specs?: {
    file: string;
    line: number;
    title: string;
    ok: boolean;
    tests: { results: { error?: { message?: string } }[] }[];
  }[];
  suites?: PlaywrightSuite[];
}

const folder = mkdtempSync(join(tmpdir(), 'challenge-results-'));
const bin = (name: string) => `node_modules/.bin/${name}`;
const results: Counts[] = [];

const environmentWith = (environment: Record<string, string>) => ({
  ...process.env,
  PATH: `${process.cwd()}/node_modules/.bin:${process.env.PATH}`,
  ...environment,
});

/** Records a step's results: the numbers in its report, if any, or else its exit status. */
function note(name: string, status: number | null, count?: () => Counts): void {
  const counts = count?.() ?? { passed: status === 0 ? 1 : 0, failed: 0, failures: [] };
  // A runner that fails without a failed test (an unhandled error, no tests found) counts as a failure too.
  results.push(
    status !== 0 && counts.failed === 0
      ? { ...counts, failed: 1, failures: [`${name}: ended with ${status ?? 'a signal'}`] }
      : counts,
  );
}

/** Runs a step and shows its output; `count` reads its report. */
function step(
  name: string,
  command: string[],
  environment: Record<string, string>,
  count?: () => Counts,
): void {
  console.log(`\n— ${name}`);
  const [program = '', ...words] = command;
  const { status } = spawnSync(program, words, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: environmentWith(environment),
  });
  note(name, status, count);
}

/** The browser tests, in parts of about the same length. */
const parts = [
  { name: 'journeys, first half', part: 'journeys', shard: '1/2' },
  { name: 'journeys, second half', part: 'journeys', shard: '2/2' },
  { name: 'looks, first half', part: 'looks', shard: '1/2' },
  { name: 'looks, second half', part: 'looks', shard: '2/2' },
];

/** Runs parts one after another on a port. Prints the output of each at its end, as others run at the same time. */
async function runParts(port: number): Promise<void> {
  for (let next = parts.shift(); next; next = parts.shift()) {
    const { name, part, shard } = next;
    const report = join(folder, `${name}.json`);
    const printed = join(folder, `${name}.txt`);
    const output = openSync(printed, 'w');
    // Retries failures once: a test that then passes is reported at the end, but is no failure.
    const run = spawn(bin('playwright'), ['test', '--retries=1', `--shard=${shard}`], {
      stdio: ['ignore', output, output],
      env: environmentWith({
        CHROMIUM: browser,
        E2E_ENGINE: 'postgresql',
        E2E_PART: part,
        E2E_PORT: String(port),
        TEST_DATABASE_URL: postgresql.url,
        PLAYWRIGHT_JSON_OUTPUT_NAME: report,
      }),
    });
    const status = await new Promise<number | null>((resolve) => run.once('close', resolve));
    closeSync(output);
    console.log(`\n— In Chromium: ${name}\n${readFileSync(printed, 'utf8')}`);
    note(name, status, () => ofPlaywright(report));
  }
}

/** The first lines of a message, without terminal colours. */
const beginning = (message: string) => stripVTControlCharacters(message).split('\n').slice(0, 12).join('\n');

function ofVitest(file: string): Counts {
  const report = JSON.parse(readFileSync(file, 'utf8'));
  const failures = report.testResults.flatMap((suite: VitestSuite) => [
    ...(suite.message ? [`${relative('.', suite.name)}: ${beginning(suite.message)}`] : []),
    ...suite.assertionResults
      .filter(({ status }) => status === 'failed')
      .map(
        ({ fullName, failureMessages }) =>
          `${relative('.', suite.name)} › ${fullName}\n${beginning(failureMessages.join('\n'))}`,
      ),
  ]);
  return { passed: report.numPassedTests, failed: report.numFailedTests, failures };
}

function ofPlaywright(file: string): Counts {
  const { stats, suites } = JSON.parse(readFileSync(file, 'utf8'));
  const found = (isOk: boolean) => suites.flatMap((suite: PlaywrightSuite) => withErrors(suite, isOk));
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    failures: found(false),
    unsteady: found(true),
  };
}

/** Tests with a failed attempt, and the error; those that passed in the end, or those that did not. */
const withErrors = (suite: PlaywrightSuite, isOk: boolean): string[] => [
  ...(suite.specs ?? [])
    .filter(({ ok, tests }) => ok === isOk && tests.some(({ results }) => results.some(({ error }) => error)))
    .map(({ file, line, title, tests }) => {
      const messages = tests.flatMap(({ results }) => results.map(({ error }) => error?.message ?? ''));
      return `${file}:${line} › ${title}\n${beginning(messages.join('\n'))}`;
    }),
  ...(suite.suites ?? []).flatMap((inner) => withErrors(inner, isOk)),
];

const browser = chromium();
console.log(`Chromium: ${browser}`);
const postgresql = process.env.TEST_DATABASE_URL
  ? { url: process.env.TEST_DATABASE_URL, stop: () => undefined }
  : await startPostgresql();
console.log(`PostgreSQL for the tests: ${postgresql.url}`);
try {
  step('Format and lint', [bin('biome'), 'ci', '.'], {});
  step('Types of the server', [bin('tsc'), '-p', '.'], {});
  step('Types of the browser’s app', [bin('tsc'), '-p', 'web'], {});
  step('Types of the organisers’ app', [bin('tsc'), '-p', 'management'], {});
  step('Types of the end-to-end tests', [bin('tsc'), '-p', 'e2e'], {});
  step('Nothing unused', [bin('knip')], {});
  step('Coverage of the specification', [bin('node'), 'scripts/coverage.ts', '--check'], {});
  for (const config of ['vite.config.ts', 'management/vite.config.ts'])
    step(`Build by ${config}`, [bin('vite'), 'build', '-c', config, '--logLevel', 'warn'], {});
  const vitest = join(folder, 'vitest.json');
  step(
    'Rules, contract, and the API on both engines',
    [bin('vitest'), 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitest}`],
    { TEST_DATABASE_URL: postgresql.url },
    () => ofVitest(vitest),
  );
  console.log('\n— In Chromium, two shards at a time');
  await Promise.all([runParts(3900), runParts(3901)]);
} finally {
  postgresql.stop();
  rmSync(folder, { recursive: true, force: true });
}

const passed = results.reduce((sum, one) => sum + one.passed, 0);
const failed = results.reduce((sum, one) => sum + one.failed, 0);
const unsteady = results.flatMap((one) => one.unsteady ?? []);
if (unsteady.length > 0) console.log(`\n— Passed only at the second attempt\n\n${unsteady.join('\n\n')}`);
const failures = results.flatMap((one) => one.failures);
if (failures.length > 0) console.log(`\n— Failed\n\n${failures.join('\n\n')}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
