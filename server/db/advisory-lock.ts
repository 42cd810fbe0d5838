import { sql } from 'kysely';
import type { Db } from './db.ts';

/** Ids of advisory locks that processes take while they start; arbitrary, but unused elsewhere. */
const locks = { migrations: 5_310_202_610, demo: 5_310_202_611 };

/**
 * Runs something in one process per database at a time, on one connection; the others wait. The lock belongs to the
 * connection, so it is released when the process crashes.
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
