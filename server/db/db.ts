import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { Temporal } from 'temporal-polyfill';
import { openEmbeddedEngine } from './embedded-engine.ts';
import { lockFolder } from './folder-lock.ts';
import type { Tables } from './tables.ts';

/** The database, or a transaction of it: every function that reads or writes takes one. */
export type Db = Kysely<Tables>;

/** An open database of either engine. */
export interface Database {
  db: Db;
  /** For the libraries that bring their own SQL (sessions, sign-in limits). */
  pool: pg.Pool;
  /** The embedded engine itself, where it is the one in use and in memory. */
  pglite: PGlite | undefined;
  engine: 'postgresql' | 'embedded';
  close(): Promise<void>;
}

/**
 * Gives every statement with parameters a name, so that a connection plans it once.
 * The number of different statements is bounded: they are all written out in this code base.
 */
class PreparingClient extends pg.Client {
  override query(...args: unknown[]): never {
    const [text, values, ...rest] = args;
    const prepared =
      typeof text === 'string' && Array.isArray(values) && values.length > 0
        ? [{ name: nameOf(text), text, values }, ...rest]
        : args;
    return (super.query as (...args: unknown[]) => never)(...prepared);
  }
}

const names = new Map<string, string>();

/** A short name for a statement's text, the same on every connection. */
function nameOf(text: string): string {
  const name = names.get(text) ?? `statement_${names.size}`;
  names.set(text, name);
  return name;
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

/** Where the data is: a PostgreSQL, a folder for the embedded engine, or such an engine that is open already. */
export interface Place {
  databaseUrl?: string | undefined;
  dataDir?: string | undefined;
  pglite?: PGlite | undefined;
}

/**
 * Opens PostgreSQL where `databaseUrl` is given, else the embedded engine in `dataDir`
 * (in memory without one). Ten connections a process leave room for ten processes in
 * PostgreSQL's default of 100; the embedded engine has one.
 */
export async function openDatabase(place: Place): Promise<Database> {
  const folder = place.databaseUrl || place.pglite ? undefined : place.dataDir;
  const unlock = folder ? await lockFolder(folder) : undefined;
  const embedded = folder ? await openEmbeddedEngine(join(folder, 'database')) : undefined;
  const pglite =
    place.databaseUrl || embedded ? undefined : (place.pglite ?? (await PGlite.create('memory://')));
  const config = embedded?.config ?? (pglite && createPgConfig(pglite));
  const pool = new pg.Pool(
    config
      ? { ...config, max: 1, types, Client: PreparingClient as never }
      : { connectionString: place.databaseUrl, max: 10, types, Client: PreparingClient as never },
  );
  // A connection that breaks fails the query that it is in and is replaced; unheard, its error would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return {
    db,
    pool,
    pglite,
    engine: config ? 'embedded' : 'postgresql',
    async close() {
      await db.destroy();
      await (embedded ?? pglite)?.close();
      unlock?.();
    },
  };
}
