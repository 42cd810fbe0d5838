import { parseArgs } from 'node:util';
import { Temporal } from 'temporal-polyfill';
import { openDatabase } from '../server/db/db.ts';
import { checkDetailsKey } from '../server/db/details-key.ts';
import { migrate } from '../server/db/migrate.ts';
import { readEnv } from '../server/env.ts';
import { rebuildStandings } from '../server/rankings/rebuild.ts';

/** Rebuilds all boards from the activities; boards of closed challenges only with `--including-closed`. */
async function run(): Promise<void> {
  const { values } = parseArgs({ options: { 'including-closed': { type: 'boolean', default: false } } });
  const database = await openDatabase(await readEnv(process.env));
  await migrate(database.db);
  await checkDetailsKey(database.db);
  await rebuildStandings(database.db, Temporal.Now.instant(), {
    includingClosed: values['including-closed'],
  });
  await database.close();
}

await run().then(
  () => console.log('All leaderboards are rebuilt from the activities.'),
  (error: Error) => {
    console.error(error.message);
    process.exitCode = 1;
  },
);
