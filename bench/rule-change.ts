import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { Temporal } from 'temporal-polyfill';
import { startPostgresql } from '../scripts/postgresql.ts';
import { type Db, openDatabase } from '../server/db/db.ts';
import { migrate } from '../server/db/migrate.ts';
import { taskKindsOf } from '../server/jobs.ts';
import { openQueue } from '../server/kit/queue.ts';
import { linkMails } from '../server/people/link-mail.ts';
import { rebuildStandings } from '../server/rankings/rebuild.ts';
import { taskAsker } from '../server/tasks/task.ts';
import { runTask } from '../server/tasks/task-run.ts';
import { changeSportRule } from '../server/workouts/sport-approval.ts';
import { fillForBench, people } from './bench-data.ts';
import { logMeanwhile } from './log-meanwhile.ts';

/**
 * Changes the rule of a sport that has 500,000 activities, while people log; says how long it takes, how long those
 * who log wait, and whether all boards are exact afterwards. `npm run bench-rule-change`.
 */
const activities = 500_000;
/** How much boards differ from the sums over activities. */
async function differences(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with sums as (
      select board, sport, person_id, count(*) as activities, sum(counted_metres) as metres
      from activities join sports on sports.id = sport_id
      cross join lateral (
        select 'all' as board
        union all select 'week:' || to_char(date_trunc('week', performed_on::timestamp), 'YYYY-MM-DD')
        union all select 'month:' || to_char(performed_on, 'YYYY-MM')
        union all select 'challenge:' || challenges.id from challenges where performed_on between starts_on and ends_on
      ) as boards
      cross join lateral (values ('all'), (nullif(type, 'other'))) as kinds (sport)
      group by 1, 2, 3
    )
    select count(*) as count from sums full join standings using (board, sport, person_id)
    where sums.metres is distinct from standings.metres or sums.activities is distinct from standings.activities`.execute(
    db,
  );
  const totals = await sql<{ count: number }>`
    select count(*) as count
    from (select board, sum(metres) as metres from board_totals group by 1) as totals
    full join (select board, sum(metres) as metres from standings where sport = 'all' group by 1) as sums using (board)
    where (board = 'all' or board like 'challenge:%') and totals.metres is distinct from sums.metres`.execute(
    db,
  );
  return (rows[0]?.count ?? 0) + (totals.rows[0]?.count ?? 0);
}

const cluster = process.env.BENCH_DATABASE_URL ? undefined : await startPostgresql([]);
const databaseUrl = process.env.BENCH_DATABASE_URL ?? cluster?.url ?? '';
try {
  const database = await openDatabase({ databaseUrl });
  const { db } = database;
  await migrate(db);
  await fillForBench(database, activities);
  // All of one sport, as the formula counts them; then every one of them changes.
  await sql`update activities set sport_id = 1, counted_metres = 3500`.execute(db);
  await rebuildStandings(db, Temporal.Now.instant(), { includingClosed: true });
  await database.pool.query('vacuum analyze');
  const queue = openQueue(database.pool, { works: false, report: console.error });
  const ask = await taskAsker(queue);
  const server = fork(fileURLToPath(new URL('bench-server.ts', import.meta.url)), [
    JSON.stringify({ databaseUrl, sessions: 500 }),
  ]);
  const [{ address, cookies }] = (await once(server, 'message')) as [{ address: string; cookies: string[] }];
  for (const rule of [
    { kmFactor: 2, kmPerHour: 10, metresPerStep: 0.7, dailyCapKm: null },
    { kmFactor: 1, kmPerHour: 10, metresPerStep: 0.7, dailyCapKm: 4 },
  ]) {
    const stopLogging = logMeanwhile(address, cookies);
    const begin = performance.now();
    const now = Temporal.Now.instant();
    const id = await db.transaction().execute((tx) => changeSportRule(tx, ask, 1, rule, { by: null, now }));
    const changed = performance.now() - begin;
    await runTask(db, taskKindsOf(await queue.enqueuer(linkMails)), id, Temporal.Now.instant, (error) =>
      console.error(error),
    );
    const seconds = (performance.now() - begin) / 1000;
    const meanwhile = await stopLogging();
    const after = await db.selectFrom('tasks').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    console.log(
      `${JSON.stringify(rule)}\n  ${after.state}: ${after.done} activities of ${people} people counted again in ${seconds.toFixed(1)} s; the rule itself was set in ${changed.toFixed(0)} ms`,
    );
    console.log(`  meanwhile ${meanwhile}`);
    console.log(`  boards that differ from the sums: ${await differences(db)}`);
  }
  server.disconnect();
  await queue.stop();
  await database.close();
} finally {
  cluster?.stop();
}
