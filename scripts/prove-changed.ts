// Runs the checks that a change affects. The change is everything that is not committed yet, or the last commit if
// everything is committed. With a commit as argument, the change is everything since that commit.
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { chromium } from './chromium.ts';
import { startPostgresql } from './postgresql.ts';
import { bin, buildApps, conclude, playwright, step, vitest } from './steps.ts';

/** The maximum number of journeys to run; with more, developers would wait too long. */
const mostJourneys = 3;

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim().split('\n');
const uncommitted = git('status', '--porcelain', '--untracked-files=all').map((line) => line.slice(3));
const base = process.argv[2] ?? (uncommitted.some(Boolean) ? 'HEAD' : 'HEAD~1');
const changed = [...new Set([...git('diff', '--name-only', '--no-renames', base), ...uncommitted])].filter(
  (path) => path && existsSync(path),
);
const within = (...folders: string[]) =>
  changed.some((path) => folders.some((folder) => path.startsWith(`${folder}/`)));
/** Counts how many of these words, for example the quoted paths of imports, occur in a file. */
const names = (file: string, strings: string[]) => {
  const text = readFileSync(file, 'utf8');
  return strings.filter((one) => text.includes(one)).length;
};

/** The tests in the folders of changed files, the tests that import a changed file, and the rules. */
function testsOfChange(): string[] {
  const code = changed.filter((path) =>
    /^(attack|bench|client|contract|demo|management|scripts|server|simulators|web)\//.test(path),
  );
  const folders = new Set(code.filter((path) => /\.(ts|tsx|sql|json)$/.test(path)).map(folderOf));
  const imports = code.map((path) => `/${basename(path)}'`);
  return globSync(
    '{attack,bench,contract,demo,management,rules,scripts,server,simulators,web}/**/*.test.ts',
  ).filter(
    (test) =>
      test.startsWith('rules/') ||
      changed.includes(test) ||
      folders.has(dirname(test)) ||
      names(test, imports) > 0,
  );
}

/** The folder of a changed file; empty for test helpers and the contract, which many folders use. */
const folderOf = (path: string) => (/^(contract|server\/testing)\//.test(path) ? '' : dirname(path));

/** The changed journeys, and the journeys that most often use the texts and addresses of changed screens. */
function journeysOfChange(): string[] {
  const screens = changed.flatMap(
    (path) => /^web\/([\w-]+)\/|^web\/i18n\/\w+\/([\w-]+)\.json/.exec(path)?.slice(1) ?? [],
  );
  const strings = [...new Set(screens.filter(Boolean))].map((name) => `'${name}'`);
  const pages = changed.flatMap((path) => /^management\/([\w-]+)\//.exec(path)?.[1] ?? []);
  strings.push(...new Set(pages.map((name) => `/${name}`)));
  const read = globSync('e2e/*.spec.ts')
    .map((file) => ({ file, count: names(file, strings) }))
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count)
    .slice(0, mostJourneys)
    .map(({ file }) => file);
  return [...new Set([...changed.filter((path) => /^e2e\/.*\.spec\.ts$/.test(path)), ...read])];
}

const typed: [string, string[]][] = [
  ['.', ['attack', 'bench', 'contract', 'demo', 'rules', 'scripts', 'server', 'simulators', 'torture']],
  ['web', ['api-client', 'contract', 'web']],
  ['management', ['api-client', 'contract', 'management']],
  ['e2e', ['contract', 'e2e', 'server']],
];

async function checks(): Promise<void> {
  await step('Format and lint', [bin('biome'), 'ci', '--no-errors-on-unmatched', ...changed]);
  for (const [project, folders] of typed)
    if (within(...folders))
      await step(`Types of ${join(project, 'tsconfig.json')}`.replaceAll('/', ' '), [
        bin('tsc'),
        '-p',
        project,
      ]);
}

const tests = testsOfChange();
const journeys = journeysOfChange();
console.log(
  `${changed.length} changed files since ${base}: ${tests.length} test files, ${journeys.length} journey files`,
);
const postgresql = await startPostgresql();
const database = { TEST_DATABASE_URL: postgresql.url };
try {
  await Promise.all([
    checks(),
    vitest('Tests', ['--project=unit', '--project=postgresql', ...tests], database),
  ]);
  if (journeys.length > 0) {
    await buildApps();
    await playwright('In Chromium', journeys, {
      CHROMIUM: chromium(),
      E2E_ENGINE: 'postgresql',
      ...database,
    });
  }
} finally {
  postgresql.stop();
}
process.exit(conclude());
