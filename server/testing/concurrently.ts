import { sql } from 'kysely';
import type pg from 'pg';
import { expect } from 'vitest';
import type { Database } from '../db/db.ts';

/** A database statement that is delayed until `release` is called. */
export interface HeldStatement {
  /** Resolves once the statement is about to be sent. */
  reached: Promise<void>;
  release(): void;
}

/**
 * Delays the next statement that starts with `beginning`, so that a test can act before the statement runs. This also
 * works for libraries that write their own SQL (sessions, limits).
 */
export function holdStatement(pool: pg.Pool, beginning: string): HeldStatement {
  const reached = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const query = pool.query as (...args: unknown[]) => Promise<unknown>;
  pool.query = (async (...args: unknown[]) => {
    if (typeof args[0] === 'string' && args[0].startsWith(beginning)) {
      pool.query = query as never;
      reached.resolve();
      await released.promise;
    }
    return query.apply(pool, args);
  }) as never;
  return { reached: reached.promise, release: released.resolve };
}

/**
 * Resolves once `count` statements are waiting for locks. On the embedded engine, which runs one transaction after
 * another, this resolves immediately.
 */
export async function untilWaiting({ db, engine }: Database, count: number): Promise<void> {
  if (engine === 'embedded') return;
  const waiting = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    return rows[0]?.count;
  };
  await expect.poll(waiting, { timeout: 20_000 }).toBe(count);
}
