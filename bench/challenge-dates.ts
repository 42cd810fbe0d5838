import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { Temporal } from 'temporal-polyfill';
import { startPostgresql } from '../scripts/postgresql.ts';
import { openDatabase } from '../server/db/db.ts';
import { migrate } from '../server/db/migrate.ts';
import { taskKindsOf } from '../server/jobs.ts';
import { openQueue } from '../server/kit/queue.ts';
import { taskEnqueuer } from '../server/management/tasks/task.ts';
import { runTask } from '../server/management/tasks/task-run.ts';
import { linkMails } from '../server/people/mailed-links/activation-and-reset-mail.ts';
import { enqueueRecount } from '../server/results/challenge-count.ts';
import { logInBackground } from './background-logging.ts';
import { fillForBench } from './bench-data.ts';
import { differences } from './board-differences.ts';

/**
 * Shortens a challenge with 500,000 activities from ten weeks to five and extends it again, while people log
 * activities. Prints how long this takes, how long people wait when they log activities, and whether all boards are
 * exact afterwards. Run with `npm run bench-challenge-dates`.
 */
const activities = 500_000;

const cluster = process.env.BENCH_DATABASE_URL ? undefined : await startPostgresql([]);
const databaseUrl = process.env.BENCH_DATABASE_URL ?? cluster?.url ?? '';
try {
  const database = await openDatabase({ databaseUrl });
  const { db } = database;
  await migrate(db);
  await fillForBench(database, activities);
  const queue = openQueue(database.pool, { works: false, report: console.error });
  const ask = await taskEnqueuer(queue);
  const server = fork(fileURLToPath(new URL('bench-server.ts', import.meta.url)), [
    JSON.stringify({ databaseUrl, sessions: 500 }),
  ]);
  const [{ address, cookies }] = (await once(server, 'message')) as [{ address: string; cookies: string[] }];
  for (const firstDay of [35, 70]) {
    const stopLogging = logInBackground(address, cookies);
    const begin = performance.now();
    const id = await db.transaction().execute(async (tx) => {
      const { starts_on, ends_on } = await tx
        .selectFrom('challenges')
        .select(['starts_on', 'ends_on'])
        .where('id', '=', 1)
        .executeTakeFirstOrThrow();
      await sql`update challenges set starts_on = current_date - ${firstDay}::int where id = 1`.execute(tx);
      const now = Temporal.Now.instant();
      return enqueueRecount(tx, ask, 1, { from: starts_on, until: ends_on }, { by: null, now });
    });
    const changed = performance.now() - begin;
    await runTask(db, taskKindsOf(await queue.enqueuer(linkMails)), id, Temporal.Now.instant, console.error);
    const seconds = (performance.now() - begin) / 1000;
    const concurrentEntries = await stopLogging();
    const after = await db.selectFrom('tasks').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    console.log(
      `from ${firstDay} days ago: ${after.state}, ${after.done} activities in ${seconds.toFixed(1)} s; the call itself took ${changed.toFixed(0)} ms`,
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
