import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';

/** The first key of the advisory lock on a person's records. The second key is the person's id. */
const lockOfRecords = 4;

/** Locks a person's records until the transaction ends. */
export async function lockRecords(tx: Db, personId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockOfRecords}, ${personId})`.execute(tx);
}

/** Runs a function in a transaction that has locked the person's records. */
export function withPersonLock<Result>(
  db: Db,
  personId: number,
  run: (tx: Db) => Promise<Result>,
): Promise<Result> {
  return db.transaction().execute(async (tx) => {
    await lockRecords(tx, personId);
    return run(tx);
  });
}

/**
 * Locks the records of several people until the transaction ends, except for people whose records are already
 * locked by somebody else. Returns the ids of the people whose records are locked.
 */
export async function tryLockRecordsOf(tx: Db, personIds: number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select id from unnest(${personIds}::int[]) as people (id)
    where pg_try_advisory_xact_lock(${lockOfRecords}, id)`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/** Locks the records of several people, ordered by id to avoid deadlocks. */
export async function lockRecordsOf(tx: Db, personIds: number[]): Promise<void> {
  const ids = [...personIds].sort((one, other) => one - other);
  await sql`
    select pg_advisory_xact_lock(${lockOfRecords}, id) from unnest(${ids}::int[]) as people (id)`.execute(tx);
}

/**
 * Waits for writes in progress to the activities table, and blocks new writes until the transaction ends, so that each
 * entry is written either before or after this transaction. Take this lock first, and keep the transaction short.
 */
export async function lockActivitiesTable(tx: Db): Promise<void> {
  await sql`lock table activities in share row exclusive mode`.execute(tx);
}
