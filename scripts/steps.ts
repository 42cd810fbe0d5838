import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** The result of a step; a step that reports no counts is counted as one check. */
interface Counts {
  passed: number;
  failed: number;
  /** One or more lines for each failure, repeated at the end, where they are easy to find. */
  failures: string[];
  /** The tests that passed only on a retry. */
  unsteady?: string[];
}

/** The part of Vitest's JSON report that is used. */
interface VitestSuite {
  name: string;
  message: string;
  assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
}

/** The part of Playwright's JSON report that is used. */
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
const results: Counts[] = [];

/** The path of a package's executable. */
export const bin = (name: string): string => `node_modules/.bin/${name}`;

/**
 * Runs a step with additional environment variables, and prints its output in one piece when it ends, because other
 * steps run at the same time. `count` reads the counts from the step's report.
 */
export async function step(
  name: string,
  [program = '', ...args]: string[],
  environment: Record<string, string> = {},
  count?: () => Counts,
): Promise<void> {
  const begun = performance.now();
  const printed = join(folder, `${name}.txt`);
  const output = openSync(printed, 'w');
  const child = spawn(program, args, {
    stdio: ['ignore', output, output],
    env: { ...process.env, PATH: `${process.cwd()}/node_modules/.bin:${process.env.PATH}`, ...environment },
  });
  const status = await new Promise<number | null>((resolve) => child.once('close', resolve));
  closeSync(output);
  const seconds = Math.round((performance.now() - begun) / 1000);
  console.log(`\n— ${name} (${seconds} s)\n${readFileSync(printed, 'utf8')}`.trimEnd());
  const counts = count?.() ?? { passed: status === 0 ? 1 : 0, failed: 0, failures: [] };
  // A runner can fail without a failed test: an unhandled error, or no tests found.
  results.push(
    status !== 0 && counts.failed === 0
      ? { ...counts, failed: 1, failures: [`${name}: ended with ${status ?? 'a signal'}`] }
      : counts,
  );
}

/** Builds the apps and the documentation site that servers under test serve. */
export async function buildApps(): Promise<void> {
  for (const [app, config] of [
    ['participants’', 'vite.config.ts'],
    ['organisers’', 'management/vite.config.ts'],
  ] as const)
    await step(`Build of the ${app} app`, [bin('vite'), 'build', '-c', config, '--logLevel', 'warn']);
  await step('Build of the documentation', [bin('vitepress'), 'build', 'docs', '--logLevel', 'warn']);
}

/** Runs tests with Vitest. */
export function vitest(name: string, args: string[], environment: Record<string, string>): Promise<void> {
  const report = join(folder, `${name}.json`);
  const command = [
    bin('vitest'),
    'run',
    ...args,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ];
  return step(name, command, environment, () => ofVitest(report));
}

/** Runs journeys with Playwright. A failed test is retried once; if it passes then, it is listed at the end. */
export function playwright(name: string, args: string[], environment: Record<string, string>): Promise<void> {
  const report = join(folder, `${name}.json`);
  const settings = { ...environment, PLAYWRIGHT_JSON_OUTPUT_NAME: report };
  return step(name, [bin('playwright'), 'test', '--retries=1', ...args], settings, () =>
    ofPlaywright(report),
  );
}

/** Prints all failures and the last line, «N passed, N failed»; returns the exit code. */
export function conclude(): number {
  rmSync(folder, { recursive: true, force: true });
  const sum = (key: 'passed' | 'failed') => results.reduce((total, one) => total + one[key], 0);
  const unsteady = results.flatMap((one) => one.unsteady ?? []);
  if (unsteady.length > 0) console.log(`\n— Passed only at the second attempt\n\n${unsteady.join('\n\n')}`);
  const failures = results.flatMap((one) => one.failures);
  if (failures.length > 0) console.log(`\n— Failed\n\n${failures.join('\n\n')}`);
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
  return sum('failed') === 0 ? 0 : 1;
}

/** The first lines of a message, without the codes that colour it on a terminal. */
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

/**
 * The tests with a failed attempt, and why it failed; `isOk` selects those that passed in the end, or those that did
 * not.
 */
const withErrors = (suite: PlaywrightSuite, isOk: boolean): string[] => [
  ...(suite.specs ?? [])
    .filter(({ ok, tests }) => ok === isOk && tests.some(({ results }) => results.some(({ error }) => error)))
    .map(({ file, line, title, tests }) => {
      const messages = tests.flatMap(({ results }) => results.map(({ error }) => error?.message ?? ''));
      return `${file}:${line} › ${title}\n${beginning(messages.join('\n'))}`;
    }),
  ...(suite.suites ?? []).flatMap((inner) => withErrors(inner, isOk)),
];
