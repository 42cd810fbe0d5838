import { sql } from 'kysely';
import type { Db } from './db.ts';

/** The ids of the advisory locks. The ids are arbitrary and used nowhere else. */
const locks = {
  migrations: 5_310_202_610,
  demo: 5_310_202_611,
  menus: 5_310_202_612,
  settings: 5_310_202_613,
  texts: 5_310_202_614,
};

/** The lock that a starting server holds while it upgrades the database. */
export const migrationsLock = locks.migrations;

/**
 * Runs a function in only one process per database at a time; the other processes wait. The lock belongs to the
 * connection that is passed to `run`, so the lock is released even if the process crashes.
 */
export async function oneAtATime<Result>(
  db: Db,
  lock: keyof typeof locks,
  work: (one: Db) => Promise<Result>,
): Promise<Result> {
  return db.connection().execute(async (one) => {
    await sql`select pg_advisory_lock(${locks[lock]}::bigint)`.execute(one);
    try {
      return await work(one);
    } finally {
      await sql`select pg_advisory_unlock(${locks[lock]}::bigint)`.execute(one);
    }
  });
}

/** Takes a lock until the transaction ends. Other transactions that take it wait. */
export async function lockInTransaction(tx: Db, lock: keyof typeof locks): Promise<void> {
  await sql`select pg_advisory_xact_lock(${locks[lock]}::bigint)`.execute(tx);
}
