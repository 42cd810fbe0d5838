import type pg from 'pg';
import { fromPglite, PgBoss } from 'pg-boss';
import { Temporal } from 'temporal-polyfill';
import type { Database, Db } from './db/db.ts';
import { removeExpiredSessions } from './sessions/session.ts';
import { removeExpiredAttempts } from './sessions/sign-in.ts';

/** All timed work: name, when (cron, UTC), what. */
const timed: [name: string, cron: string, run: (db: Db, now: Temporal.Instant) => Promise<void>][] = [
  ['remove-expired-sessions', '17 * * * *', removeExpiredSessions],
  ['remove-expired-attempts', '37 * * * *', removeExpiredAttempts],
];

/** Starts the timed work of a process; returns what stops it, after what is under way. */
export async function startJobs(
  { db, pool, pglite }: Database,
  report: (error: unknown) => void,
): Promise<() => Promise<void>> {
  const boss = new PgBoss({ db: pglite ? fromPglite(pglite as never) : overPool(pool), schema: 'jobs' });
  boss.on('error', report);
  await boss.start();
  for (const [name, cron, run] of timed) {
    await boss.createQueue(name);
    await boss.work(name, { pollingIntervalSeconds: 30 }, () => run(db, Temporal.Now.instant()));
    await boss.schedule(name, cron);
  }
  return () => boss.stop({ graceful: true, timeout: 8000 });
}

/** Runs the queue's statements on the connections that the process has anyway. */
function overPool(pool: pg.Pool) {
  return { executeSql: (text: string, values?: unknown[]) => pool.query(text, values) };
}
