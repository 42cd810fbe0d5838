import pg from 'pg';
import { dumpOptions } from './embedded-backup.ts';
import { findPgDump, runPgDump } from './postgresql-tools.ts';

/** How long to wait for a connection, in milliseconds. */
const timeout = 10_000;

/** How long `pg_dump` waits for tables that a migration has locked. */
const lockWait = '--lock-wait-timeout=60s';

/**
 * Connects to PostgreSQL for a backup or a restore. Throws a clear error if the database cannot be reached.
 */
export async function connectTo(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: timeout,
    keepAlive: true,
    application_name: 'challenge backup',
  });
  // Without a listener, a broken connection would end the process. The running statement fails in any case.
  client.on('error', () => undefined);
  await client.connect().catch((error) => {
    throw new Error(`DATABASE_URL: the database cannot be reached: ${error.message || error.code}.`);
  });
  return client;
}

/** The state of a PostgreSQL database at one point in time, even while others write to it. */
export interface PostgresqlState {
  engineVersion: string;
  migrations: string[];
  script: AsyncIterable<Buffer>;
}

/** Passes a consistent state of a PostgreSQL database to `use`. */
export async function withPostgresqlState<Result>(
  databaseUrl: string,
  use: (state: PostgresqlState) => Promise<Result>,
): Promise<Result> {
  const client = await connectTo(databaseUrl);
  try {
    const { rows: versions } = await client.query<{ server_version: string }>('show server_version');
    const engineVersion = versions[0]?.server_version ?? '';
    const program = findPgDump(Number.parseInt(engineVersion, 10));
    await client.query('set idle_in_transaction_session_timeout = 0');
    await client.query('begin isolation level repeatable read read only');
    const { rows } = await client.query<{ snapshot: string }>('select pg_export_snapshot() as snapshot');
    const migrations = await migrationsOf((text) => client.query(text));
    const options = [...dumpOptions, lockWait, `--snapshot=${rows[0]?.snapshot}`];
    return await use({ engineVersion, migrations, script: runPgDump(program, databaseUrl, options) });
  } finally {
    await client.end();
  }
}

/** Returns the migrations that a database has run. Throws if it is not a database of this platform. */
export async function migrationsOf(query: (text: string) => Promise<{ rows: object[] }>): Promise<string[]> {
  const { rows } = await query("select to_regclass('public.kysely_migration') is not null as found");
  if (!(rows[0] as { found: boolean }).found)
    throw new Error('The database is empty: start the platform first.');
  const { rows: names } = await query('select name from public.kysely_migration order by name');
  return names.map((row) => (row as { name: string }).name);
}
