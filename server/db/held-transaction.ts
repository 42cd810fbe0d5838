import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import type { Tables } from './tables.ts';

/** A database whose changes become true together, when whoever holds them says so. */
export interface HeldTransaction {
  db: Kysely<Tables>;
  commit(): Promise<void>;
  /** Undoes what is not committed. */
  rollback(): Promise<void>;
}

/**
 * Holds all that is written by `db`: a transaction begins with the first change and stays open, and transactions inside
 * it are savepoints. What is read before goes without one, so that no connection is kept by who only calculates. As on the
 * embedded engine, one transaction is under way at a time.
 */
export function holdTransaction(pool: pg.Pool): HeldTransaction {
  let client: pg.PoolClient | undefined;
  let isInner = false;
  let turn: Promise<unknown> = Promise.resolve();

  const begin = async () => {
    const opened = await pool.connect();
    await opened.query('begin').catch((error) => {
      opened.release(true);
      throw error;
    });
    client = opened;
  };
  const end = async (how: 'commit' | 'rollback') => {
    const ended = client;
    client = undefined;
    if (!ended) return;
    const { command } = await ended.query(how).catch((error) => {
      ended.release(true);
      throw error;
    });
    ended.release();
    if (how === 'commit' && command === 'ROLLBACK')
      throw new Error('a statement of the transaction had failed');
  };
  /** What Kysely says at the ends of a transaction; everything else is a statement. */
  const ends: Record<string, () => Promise<unknown>> = {
    begin: async () => {
      isInner = client !== undefined;
      await (client ? client.query('savepoint held') : begin());
    },
    commit: async () => {
      if (isInner) await client?.query('release savepoint held');
    },
    rollback: async () => {
      if (isInner) await client?.query('rollback to savepoint held');
      else await end('rollback');
    },
  };
  const query = async (text: string, values: readonly unknown[]) => {
    const atEnd = ends[text];
    if (atEnd) {
      await atEnd();
      return { command: text.toUpperCase(), rows: [], rowCount: 0 };
    }
    if (!client && !/^\s*select\b/i.test(text)) await begin();
    return (client ?? pool).query(text, values as unknown[]);
  };
  const lend = async () => {
    const before = turn;
    const { promise, resolve } = Promise.withResolvers<void>();
    turn = promise;
    await before;
    return { query, release: () => resolve() };
  };
  const lent = { connect: lend, end: async () => undefined, options: {} };
  return {
    db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool: lent as never }) }),
    commit: () => end('commit'),
    rollback: () => end('rollback'),
  };
}
