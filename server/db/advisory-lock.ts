import { sql } from 'kysely';
import type { Db } from './db.ts';

/** The ids of the advisory locks. The ids are arbitrary and used nowhere else. */
const locks = {
  migrations: 5_310_202_610,
  demo: 5_310_202_611,
  menus: 5_310_202_612,
  settings: 5_310_202_613,
  texts: 5_310_202_614,
  detailsKey: 5_310_202_615,
};

/** The lock that a starting server holds while it upgrades the database. */
export const migrationsLock = locks.migrations;

/**
 * Takes a lock until the transaction ends. Other transactions that need the lock wait, in all processes. A
 * session lock would not work behind a pooler that shares connections: it could be lost, or never released.
 */
export async function lockInTransaction(tx: Db, lock: keyof typeof locks): Promise<void> {
  await sql`select pg_advisory_xact_lock(${locks[lock]}::bigint)`.execute(tx);
}
