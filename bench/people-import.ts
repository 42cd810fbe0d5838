import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Temporal } from 'temporal-polyfill';
import * as managed from '../contract/managed/people.ts';
import { startPostgresql } from '../scripts/postgresql.ts';
import { openDatabase } from '../server/db/db.ts';
import { migrate } from '../server/db/migrate.ts';
import { taskKindsOf } from '../server/jobs.ts';
import { openQueue } from '../server/kit/queue.ts';
import { runTask } from '../server/management/tasks/task-run.ts';
import { linkMails } from '../server/people/mailed-links/activation-and-reset-mail.ts';
import { logInBackground } from './background-logging.ts';
import { fillForBench } from './bench-data.ts';

/**
 * Imports 5,000 people, with teams and invitations, from a table with 100 invalid rows, while others log activities.
 * Prints how long the import takes and how long people wait when they log activities. Run with `npm run
 * bench-people-import`.
 */
const rows = 5000;
const badRows = 100;

const table = [
  'Voornaam;Achternaam;E-mailadres;Taal;Ploeg',
  ...Array.from({ length: rows }, (_, index) => {
    const isBad = index % (rows / badRows) === 0;
    return `Voornaam ${index};Achternaam;${isBad ? 'geen adres' : `new-${index}@import.example`};nl;Ploeg ${index % 60}`;
  }),
].join('\n');

const cluster = process.env.BENCH_DATABASE_URL ? undefined : await startPostgresql([]);
const databaseUrl = process.env.BENCH_DATABASE_URL ?? cluster?.url ?? '';
try {
  const database = await openDatabase({ databaseUrl });
  const { db } = database;
  await migrate(db);
  await fillForBench(database, 100_000);
  await db.updateTable('people').set({ role: 'organiser' }).execute();
  const queue = openQueue(database.pool, { works: false, report: console.error });
  const kinds = taskKindsOf(await queue.enqueuer(linkMails));
  const server = fork(fileURLToPath(new URL('bench-server.ts', import.meta.url)), [
    JSON.stringify({ databaseUrl, sessions: 500 }),
  ]);
  const [{ address, cookies }] = (await once(server, 'message')) as [{ address: string; cookies: string[] }];
  const stopLogging = logInBackground(address, cookies);
  for (const keep of [false, true]) {
    const begin = performance.now();
    const answer = await fetch(`${address}${managed.importPeople.path}`, {
      method: 'POST',
      headers: { cookie: cookies[7] ?? '', 'content-type': 'application/json' },
      body: JSON.stringify({ csv: table, keep, invite: true, createTeams: true }),
    });
    const report = managed.importPeople.answer.parse(await answer.json());
    console.log(
      `${report.rows} rows read in ${((performance.now() - begin) / 1000).toFixed(1)} s: ${report.good} valid, ${report.amountOfBad} invalid`,
    );
    if (report.task === null) continue;
    await runTask(db, kinds, report.task, Temporal.Now.instant, (error) => console.error(error));
    const task = await db
      .selectFrom('tasks')
      .selectAll()
      .where('id', '=', report.task)
      .executeTakeFirstOrThrow();
    console.log(
      `  ${task.state}: ${task.done} people imported, ${((performance.now() - begin) / 1000).toFixed(1)} s after the request`,
    );
  }
  console.log(`  concurrent entries: ${await stopLogging()}`);
  server.disconnect();
  await queue.stop();
  await database.close();
} finally {
  cluster?.stop();
}
