import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

/** What a test has a database from. */
const databases =
  /testing\/(test-app|test-database|connecting-app|connected-people|sending-app|server-process)\.ts/;

/** What needs a database runs on both engines; everything else once. */
const serverTests = globSync('{demo,server}/**/*.test.ts');
const onDatabase = serverTests.filter(
  (path) => path.startsWith('server/db/') || databases.test(readFileSync(path, 'utf8')),
);
const once = serverTests.filter((path) => !onDatabase.includes(path));

export default defineConfig({
  test: {
    // A database per file is slow on two cores; nothing here waits for time to pass.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // One more than CI has cores: tests of services and mails wait for the queue's next look more than they work.
    maxWorkers: 3,
    // Files of a worker share what they import, which saves a third of the work: none changes what it imports.
    isolate: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{contract,simulators,web,management,rules,bench}/**/*.test.ts', ...once],
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
          // Generated calls to everything: once is enough here, `npm run attack` makes more of them on both.
          include: [...onDatabase, 'attack/**/*.test.ts'],
          globalSetup: 'server/testing/postgresql-template.ts',
        },
      },
    ],
  },
});
