import { defineConfig } from 'vitest/config';

/** What needs a database runs on both engines; everything else once. */
const onDatabase = ['{demo,server}/**/*.test.ts'];

export default defineConfig({
  test: {
    // Argon2 and a database per file are slow on two cores; nothing here waits for time to pass.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // One more than CI has cores: tests of services and mails wait for the queue's next look more than they work.
    maxWorkers: 3,
    // Files of a worker share what they import, which saves a third of the work: none changes what it imports.
    isolate: false,
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: ['{contract,simulators,web,management,rules,bench}/**/*.test.ts'] },
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
