import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { Temporal } from 'temporal-polyfill';
import { startPostgresql } from '../scripts/postgresql.ts';
import { changeSportRule } from '../server/activities/counting/sport-changes.ts';
import { openDatabase } from '../server/db/db.ts';
import { migrate } from '../server/db/migrate.ts';
import { taskKindsOf } from '../server/jobs.ts';
import { openQueue } from '../server/kit/queue.ts';
import { taskEnqueuer } from '../server/management/tasks/task.ts';
import { runTask } from '../server/management/tasks/task-run.ts';
import { linkMails } from '../server/people/mailed-links/activation-and-reset-mail.ts';
import { rebuildStandings } from '../server/rankings/rebuild.ts';
import { logInBackground } from './background-logging.ts';
import { fillForBench, usualPeople as people } from './bench-data.ts';
import { differences } from './board-differences.ts';

/**
 * Changes the rule of a sport with 500,000 activities, while people log activities. Prints how long this takes, how
 * long people wait when they log activities, and whether all boards are exact afterwards. Run with `npm run
 * bench-rule-change`.
 */
const activities = 500_000;

const cluster = process.env.BENCH_DATABASE_URL ? undefined : await startPostgresql([]);
const databaseUrl = process.env.BENCH_DATABASE_URL ?? cluster?.url ?? '';
try {
  const database = await openDatabase({ databaseUrl });
  const { db } = database;
  await migrate(db);
  await fillForBench(database, activities);
  // All activities get this sport and its counted metres, so that the change affects every activity.
  await sql`update activities set sport_id = 1, counted_metres = 3500`.execute(db);
  await rebuildStandings(db, Temporal.Now.instant(), { includingClosed: true });
  await database.pool.query('vacuum analyze');
  const queue = openQueue(database.pool, { works: false, report: console.error });
  const ask = await taskEnqueuer(queue);
  const server = fork(fileURLToPath(new URL('bench-server.ts', import.meta.url)), [
    JSON.stringify({ databaseUrl, sessions: 500 }),
  ]);
  const [{ address, cookies }] = (await once(server, 'message')) as [{ address: string; cookies: string[] }];
  for (const rule of [
    { kmFactor: 2, kmPerHour: 10, metresPerStep: 0.7, dailyCapKm: null },
    { kmFactor: 1, kmPerHour: 10, metresPerStep: 0.7, dailyCapKm: 4 },
  ]) {
    const stopLogging = logInBackground(address, cookies);
    const begin = performance.now();
    const now = Temporal.Now.instant();
    const id = await db.transaction().execute((tx) => changeSportRule(tx, ask, 1, rule, { by: null, now }));
    const changed = performance.now() - begin;
    await runTask(db, taskKindsOf(await queue.enqueuer(linkMails)), id, Temporal.Now.instant, (error) =>
      console.error(error),
    );
    const seconds = (performance.now() - begin) / 1000;
    const concurrentEntries = await stopLogging();
    const after = await db.selectFrom('tasks').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    console.log(
      `${JSON.stringify(rule)}\n  ${after.state}: ${after.done} activities of ${people} people recounted in ${seconds.toFixed(1)} s; the call itself took ${changed.toFixed(0)} ms`,
    );
    console.log(`  concurrent entries: ${concurrentEntries}`);
    console.log(`  standings that differ from the sums: ${await differences(db)}`);
  }
  server.disconnect();
  await queue.stop();
  await database.close();
} finally {
  cluster?.stop();
}
