import { Kysely, type KyselyPlugin, PostgresDialect } from 'kysely';
import type pg from 'pg';
import type { Tables } from './tables.ts';

/** A database handle that collects changes until its owner commits them together. */
export interface DeferredTransaction {
  db: Kysely<Tables>;
  commit(): Promise<void>;
  /** Undoes all uncommitted changes. */
  rollback(): Promise<void>;
}

/**
 * Returns a handle that collects all writes in one transaction. The transaction begins with the first write and stays
 * open; transactions inside it become savepoints. Reads before the first write run outside a transaction, so that a
 * long calculation occupies no connection. As on the embedded engine, nested transactions run one at a time.
 */
export function openDeferredTransaction(
  pool: pg.Pool,
  plugins: readonly KyselyPlugin[] = [],
): DeferredTransaction {
  let client: pg.PoolClient | undefined;
  let isInner = false;
  let inTransaction = false;
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
      throw new Error('an earlier statement of the transaction failed');
  };
  /** The statements that Kysely sends to begin and end a transaction. */
  const ends: Record<string, () => Promise<unknown>> = {
    begin: async () => {
      isInner = client !== undefined;
      inTransaction = true;
      await (client ? client.query('savepoint held') : begin());
    },
    commit: async () => {
      inTransaction = false;
      if (isInner) await client?.query('release savepoint held');
    },
    rollback: async () => {
      inTransaction = false;
      if (isInner) await client?.query('rollback to savepoint held');
      else await end('rollback');
    },
  };
  /**
   * Runs a write that is not in a nested transaction. If the write fails, only this write is undone, and later writes
   * can continue.
   */
  const writeAlone = async (text: string, values: unknown[]) => {
    if (!client) await begin();
    const holder = client as unknown as pg.PoolClient;
    await holder.query('savepoint alone');
    return holder.query(text, values).catch(async (error) => {
      await holder.query('rollback to savepoint alone').catch(() => undefined);
      throw error;
    });
  };
  const query = async (text: string, values: readonly unknown[]) => {
    const atEnd = ends[text];
    if (atEnd) {
      await atEnd();
      return { command: text.toUpperCase(), rows: [], rowCount: 0 };
    }
    const isRead = /^\s*select\b/i.test(text);
    return inTransaction || isRead
      ? (client ?? pool).query(text, values as unknown[])
      : writeAlone(text, values as unknown[]);
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
    db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool: lent as never }), plugins: [...plugins] }),
    commit: () => end('commit'),
    rollback: () => end('rollback'),
  };
}
