import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

/** The database engines for tests. */
const databases =
  /testing\/(test-app|saml-test-app|test-database|connecting-app|connected-people|sending-app|server-database)\.ts/;

/** Tests with a database run on both engines; all others once. */
const serverTests = globSync('{demo,server,truth}/**/*.test.ts');
const onDatabase = serverTests.filter(
  (path) => path.startsWith('server/db/') || databases.test(readFileSync(path, 'utf8')),
);
const once = serverTests.filter((path) => !onDatabase.includes(path));

export default defineConfig({
  test: {
    // Generous, because creating a database for each file is slow on two cores. No test waits for time to pass.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // Twice as many as CI has cores, as tests of services and mails mostly wait for the queue's next poll.
    maxWorkers: 4,
    // Files of a worker share their imports, which saves a third of the work; no test changes them.
    isolate: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{contract,simulators,web,management,rules,bench,scripts}/**/*.test.ts', ...once],
        },
      },
      {
        extends: true,
        test: {
          name: 'embedded',
          include: onDatabase,
          globalSetup: 'server/testing/embedded-template.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'postgresql',
          // Generated calls run on one engine here; `npm run attack` makes more of them on both.
          include: [...onDatabase, 'attack/**/*.test.ts'],
          globalSetup: 'server/testing/postgresql-template.ts',
        },
      },
    ],
  },
});
