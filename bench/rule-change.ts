import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
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

/**
 * Changes the rule of a sport that has 500,000 activities, while people log; says how long it takes, how long those
 * who log wait, and whether all boards are exact afterwards. `node bench/rule-change.ts`.
 */
const activities = 500_000;
/**
 * People who log all the time, and how long each rests between two entries, in milliseconds: some 40 entries a second,
 * as if all 10,000 logged within four minutes.
 */
const loggers = 4;
const rest = 100;

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

/** Logs until told to end; returns how long each entry took, in milliseconds. Throws where one is refused. */
async function logUntil(address: string, cookie: string, isOver: () => boolean): Promise<number[]> {
  const waits: number[] = [];
  while (!isOver()) {
    const day = Temporal.Now.plainDateISO('Europe/Brussels').subtract({ days: waits.length % 60 });
    const begin = performance.now();
    const answer = await fetch(`${address}/platform/api/activities`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify({
        performedAt: day.toString(),
        sport: '/platform/api/sports/1',
        amountType: 'steps',
        steps: 4321,
      }),
    });
    if (answer.status !== 200 && answer.status !== 201)
      throw new Error(`${answer.status} ${await answer.text()}`);
    await answer.arrayBuffer();
    waits.push(performance.now() - begin);
    await setTimeout(rest);
  }
  return waits;
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
    let isOver = false;
    const logging = Array.from({ length: loggers }, (_, index) =>
      logUntil(address, cookies[index * 100] ?? '', () => isOver),
    );
    const begin = performance.now();
    const now = Temporal.Now.instant();
    const id = await db.transaction().execute((tx) => changeSportRule(tx, ask, 1, rule, { by: null, now }));
    const changed = performance.now() - begin;
    await runTask(db, taskKindsOf(await queue.enqueuer(linkMails)), id, Temporal.Now.instant, (error) =>
      console.error(error),
    );
    const seconds = (performance.now() - begin) / 1000;
    isOver = true;
    const waits = (await Promise.all(logging)).flat().sort((one, other) => one - other);
    const at = (share: number) => (waits[Math.floor(waits.length * share)] ?? 0).toFixed(1);
    const after = await db.selectFrom('tasks').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    console.log(
      `${JSON.stringify(rule)}\n  ${after.state}: ${after.done} activities of ${people} people counted again in ${seconds.toFixed(1)} s; the rule itself was set in ${changed.toFixed(0)} ms`,
    );
    console.log(
      `  meanwhile ${waits.length} entries without an error: median ${at(0.5)} ms, 99 % ${at(0.99)} ms, longest ${waits.at(-1)?.toFixed(0)} ms`,
    );
    console.log(`  boards that differ from the sums: ${await differences(db)}`);
  }
  server.disconnect();
  await queue.stop();
  await database.close();
} finally {
  cluster?.stop();
}
