import { setTimeout } from 'node:timers/promises';
import type { PGlite } from '@electric-sql/pglite';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { Temporal } from 'temporal-polyfill';
import { connectionLimits, databaseLimits } from './database-limits.ts';
import { embeddedFolder, finishReplacing } from './embedded-folder.ts';
import { lockFolder } from './folder-lock.ts';
import { Pool, type PoolUse, ServerPool, StandbyPool } from './pool.ts';
import type { Tables } from './tables.ts';
import { withBudget } from './wait-budget.ts';
import { WorkoutDetails } from './workout-details.ts';

/** The database or a transaction; every function that queries the database takes one. */
export type Db = Kysely<Tables>;

/** An open database, on PostgreSQL or on the embedded engine. */
export interface Database {
  db: Db;
  /**
   * A connection for large reads that may return slightly outdated data: to a standby if one is configured and can be
   * reached, otherwise to the database itself.
   */
  standby: Db;
  /** The connection pool, for libraries that send their own SQL (sessions, attempt limits). */
  pool: pg.Pool;
  /** The embedded engine, if the database is embedded and in memory only. */
  pglite: PGlite | undefined;
  engine: 'postgresql' | 'embedded';
  /** Returns how many of this process's connections are in use, by purpose. */
  connections(): Record<string, PoolUse>;
  /**
   * Returns whether the database responds and has its tables. With PostgreSQL, the check has its own connection, so a
   * busy pool does not delay the check.
   */
  isReady(): Promise<boolean>;
  /** Copies the files of the embedded engine, for a backup. Works only for an engine in a folder. */
  copyFiles: ((folder: string) => Promise<void>) | undefined;
  close(): Promise<void>;
}

const parsers: Record<number, (text: string) => unknown> = {
  [pg.types.builtins.INT8]: Number,
  [pg.types.builtins.NUMERIC]: Number,
  [pg.types.builtins.DATE]: (text) => text,
  [pg.types.builtins.TIMESTAMPTZ]: (text) => Temporal.Instant.from(text),
};
const types = {
  getTypeParser: ((id: number, format?: 'text' | 'binary') =>
    parsers[id] ?? pg.types.getTypeParser(id, format as 'text')) as typeof pg.types.getTypeParser,
};

/**
 * Where the data is stored: in PostgreSQL, in a folder for the embedded engine, or in an engine that is already open
 * and stays open when the database is closed.
 */
export interface Place {
  databaseUrl?: string | undefined;
  /** The URL of a standby of the PostgreSQL database. */
  databaseReadUrl?: string | undefined;
  dataDir?: string | undefined;
  /** The key of employer-blind mode; if undefined, the mode is off. */
  detailsKey?: string | undefined;
  pglite?: PGlite | undefined;
}

/**
 * Opens PostgreSQL if `databaseUrl` is set; otherwise opens the embedded engine, in `dataDir` if that is set and in
 * memory if not. The embedded engine has a single connection.
 */
export async function openDatabase(place: Place): Promise<Database> {
  const embedded = place.databaseUrl ? undefined : await openEmbedded(place);
  const config = embedded?.config;
  const pool = config ? new Pool({ ...config, max: 1, types }) : serverPool(place.databaseUrl);
  const readiness = config
    ? undefined
    : new Pool({
        connectionString: place.databaseUrl,
        max: connectionLimits.readiness,
        // Without this limit, every abandoned check would occupy another server connection.
        statement_timeout: databaseLimits.readiness,
        // The connection is never closed, because a server with no free connections would not grant another.
        idleTimeoutMillis: 0,
        allowExitOnIdle: true,
      });
  const plugins = place.detailsKey ? [new WorkoutDetails(place.detailsKey)] : [];
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), plugins });
  const standby = place.databaseReadUrl ? openStandby(place.databaseReadUrl, pool, plugins) : undefined;
  let check: Promise<boolean> | undefined;
  const checkReadiness = async () => {
    try {
      const budget = { left: databaseLimits.readiness };
      await withBudget(budget, () => (readiness ?? pool).query('select 1 from people limit 1'));
      return true;
    } catch {
      return false;
    } finally {
      check = undefined;
    }
  };
  return {
    db,
    standby: standby ?? db,
    pool,
    pglite: embedded?.pglite,
    engine: config ? 'embedded' : 'postgresql',
    connections: () => pool.uses,
    isReady: () => {
      check ??= checkReadiness();
      return check;
    },
    copyFiles: embedded?.copyTo,
    async close() {
      // `db.destroy` also ends the pool that Kysely uses, which may be `pool`.
      const end = async () => {
        await db.destroy();
        if (!pool.ending) await pool.end();
      };
      const ended = Promise.all([end(), readiness?.end(), standby?.destroy()]);
      await Promise.race([ended, setTimeout(databaseLimits.closing, undefined, { ref: false })]);
      await embedded?.close();
    },
  };
}

interface Embedded {
  config: pg.ClientConfig;
  pglite?: PGlite;
  copyTo?(folder: string): Promise<void>;
  close(): Promise<void>;
}

/** Opens the embedded engine. Loads its code only here, because processes with PostgreSQL need none of it. */
async function openEmbedded({ pglite, dataDir }: Place): Promise<Embedded> {
  const { connectionConfig, openEmbeddedEngine, openInMemory } = await import('./embedded-engine.ts');
  if (pglite) return { pglite, config: connectionConfig(pglite), close: async () => {} };
  if (!dataDir) return openInMemory();
  const unlock = await lockFolder(dataDir);
  await finishReplacing(dataDir);
  const engine = await openEmbeddedEngine(embeddedFolder(dataDir));
  return { ...engine, close: () => engine.close().then(unlock) };
}

function serverPool(connectionString: string | undefined): ServerPool {
  const config = {
    connectionString,
    types,
    keepAlive: true,
    keepAliveInitialDelayMillis: databaseLimits.keepAlive,
  };
  return new ServerPool(
    {
      ...config,
      max: connectionLimits.background,
      idleTimeoutMillis: databaseLimits.idleBackground,
      idle_in_transaction_session_timeout: databaseLimits.idleBackgroundTransaction,
    },
    {
      ...config,
      max: connectionLimits.requests,
      // Opens one connection immediately: later, the server may have none free, and other processes would not release
      // one in time.
      min: 1,
      lock_timeout: databaseLimits.lock,
      statement_timeout: databaseLimits.statement,
      idle_in_transaction_session_timeout: databaseLimits.idleTransaction,
    },
  );
}

/** Opens a connection pool to a standby. While the standby cannot be reached, reads go to the primary. */
function openStandby(connectionString: string, primary: pg.Pool, plugins: WorkoutDetails[]): Db {
  const pool = new StandbyPool(primary, {
    connectionString,
    types,
    max: connectionLimits.standby,
    keepAlive: true,
    keepAliveInitialDelayMillis: databaseLimits.keepAlive,
    statement_timeout: databaseLimits.statement,
    idle_in_transaction_session_timeout: databaseLimits.idleTransaction,
  });
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), plugins });
}
