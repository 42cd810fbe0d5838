import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';

/** The first of the two numbers of the advisory lock for one person's records. */
const lockOfRecords = 4;

/** Locks a person's records until the transaction ends. */
export async function lockRecords(tx: Db, personId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockOfRecords}, ${personId})`.execute(tx);
}

/** Runs a change of a person's records under their lock. */
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

/** Locks the records of several people, in the order of their ids to avoid deadlocks. */
export async function lockRecordsOf(tx: Db, personIds: number[]): Promise<void> {
  const ids = [...personIds].sort((one, other) => one - other);
  await sql`
    select pg_advisory_xact_lock(${lockOfRecords}, id) from unnest(${ids}::int[]) as people (id)`.execute(tx);
}

/**
 * Waits until running writes of activities have finished and blocks new ones until the transaction ends, so that each
 * entry sees either the old or the new state. Keep the transaction short, and take this lock first.
 */
export async function lockActivitiesTable(tx: Db): Promise<void> {
  await sql`lock table activities in share row exclusive mode`.execute(tx);
}
