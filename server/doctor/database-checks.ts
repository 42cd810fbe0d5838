import { readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { findPgDump } from '../backup/postgresql-tools.ts';
import { connectionLimits } from '../db/database-limits.ts';
import { detailsKeyProblem } from '../db/details-key.ts';
import { embeddedFolder, hasDatabase } from '../db/embedded-folder.ts';
import { lockFolder } from '../db/folder-lock.ts';
import { clockFinding } from './clock.ts';
import type { Check, Reporter } from './finding.ts';

/** The oldest version of PostgreSQL that the platform is tested with. */
const oldest = 15;

/** How long to wait for a connection and for a statement, in milliseconds. */
const timeout = 5000;

/**
 * The number of minutes without a heartbeat after which the process that runs background jobs counts as
 * stopped.
 */
const missingAfterMinutes = 3;

/** The delay of a standby, in seconds, above which people notice that their exports are outdated. */
const longestLag = 60;

const migrationsFolder = new URL('../db/migrations/', import.meta.url);

type Query = (text: string) => Promise<{ rows: Record<string, unknown>[] }>;

/** Checks the database and, if there is one, the standby. */
export function databaseChecks(
  databaseUrl: string | undefined,
  databaseReadUrl: string | undefined,
  dataDir: string,
  detailsKey: string | undefined,
): Check[] {
  if (!databaseUrl)
    return [{ subject: 'database', run: (report) => examineEmbedded(dataDir, detailsKey, report) }];
  const standby = databaseReadUrl
    ? [{ subject: 'standby', run: (report: Reporter) => examineStandby(databaseReadUrl, report) }]
    : [];
  return [
    { subject: 'database', run: (report) => examinePostgresql(databaseUrl, detailsKey, report) },
    ...standby,
  ];
}

async function examinePostgresql(
  databaseUrl: string,
  detailsKey: string | undefined,
  report: Reporter,
): Promise<void> {
  await connected(databaseUrl, 'DATABASE_URL', async (query) => {
    const began = Date.now();
    const { rows } = await query(`
      select current_setting('server_version') as version, pg_is_in_recovery() as standby,
        extract(epoch from clock_timestamp()) * 1000 as now,
        (select count(*) from pg_stat_activity where datid is not null)::int as used,
        current_setting('max_connections')::int
          - current_setting('superuser_reserved_connections')::int as most`);
    const ended = Date.now();
    const state = rows[0] as { version: string; standby: boolean; now: string; used: number; most: number };
    const major = Number.parseInt(state.version, 10);
    if (major < oldest)
      report.problem(`PostgreSQL ${state.version} is too old: upgrade to ${oldest} or newer.`);
    else report.ok(`PostgreSQL ${state.version} can be reached.`);
    if (state.standby)
      report.problem('DATABASE_URL points to a standby, which refuses writes: use the primary.');
    clockFinding('the database', Number(state.now), { began, ended }, report);
    const free = state.most - state.used;
    const needed =
      Object.values(connectionLimits).reduce((sum, one) => sum + one, 0) - connectionLimits.standby;
    if (free < needed)
      report.warning(
        `Only ${free} of ${state.most} connections are free, and a process uses up to ${needed}: raise max_connections.`,
      );
    else report.ok(`${free} of ${state.most} connections are free.`);
    await examineSchema(query, report);
    await examineDetailsKey(query, detailsKey, report);
    try {
      findPgDump(major);
    } catch (error) {
      report.warning(`Backups are not possible: ${(error as Error).message}`);
    }
  });
}

async function examineStandby(databaseReadUrl: string, report: Reporter): Promise<void> {
  await connected(databaseReadUrl, 'DATABASE_READ_URL', async (query) => {
    const { rows } = await query(`select pg_is_in_recovery() as standby,
      coalesce(extract(epoch from now() - pg_last_xact_replay_timestamp()), 0)::int as lag,
      pg_last_wal_receive_lsn() is not distinct from pg_last_wal_replay_lsn() as current`);
    const state = rows[0] as { standby: boolean; lag: number; current: boolean };
    if (!state.standby)
      report.warning('DATABASE_READ_URL points to a primary: set it to a standby, or unset it.');
    else if (!state.current && state.lag > longestLag)
      report.warning(`The standby is ${state.lag} seconds behind: check its replication.`);
    else report.ok('The standby can be reached and is up to date.');
  });
}

async function connected(
  connectionString: string,
  name: string,
  use: (query: Query) => Promise<void>,
): Promise<void> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: timeout,
    query_timeout: timeout,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    const { message, code } = error as Error & { code?: string };
    throw new Error(`The database cannot be reached: ${message || code}. Start it, or correct ${name}.`);
  }
  try {
    await use((text) => client.query(text));
  } finally {
    // Do not wait: an unresponsive server would never confirm that the connection has ended.
    client.end().catch(() => undefined);
  }
}

async function examineEmbedded(
  dataDir: string,
  detailsKey: string | undefined,
  report: Reporter,
): Promise<void> {
  let unlock: () => void;
  try {
    unlock = await lockFolder(dataDir, 0);
  } catch (error) {
    if (!/^Another process/.test((error as Error).message)) throw error;
    report.ok(`A running server has opened the embedded database in ${resolve(dataDir)}.`);
    return;
  }
  try {
    if (!(await hasDatabase(dataDir)))
      return report.ok(`The first start will create the embedded database in ${resolve(dataDir)}.`);
    const pglite = await PGlite.create(embeddedFolder(dataDir));
    try {
      report.ok(`The embedded database in ${resolve(dataDir)} can be opened. No server is running.`);
      const query: Query = (text) => pglite.query(text);
      await examineSchema(query, report);
      await examineDetailsKey(query, detailsKey, report);
    } finally {
      await pglite.close();
    }
  } finally {
    unlock();
  }
}

async function examineSchema(query: Query, report: Reporter): Promise<void> {
  const { rows } = await query("select to_regclass('public.kysely_migration') is not null as there");
  if (!rows[0]?.there) return report.ok('The database is empty: the first start will create its tables.');
  const { rows: names } = await query('select name from public.kysely_migration');
  const applied = new Set(names.map(({ name }) => String(name)));
  const files = (await readdir(migrationsFolder)).filter((name) => name.endsWith('.sql'));
  const pending = files.filter((name) => !applied.has(name));
  const later = [...applied].filter((name) => !files.includes(name));
  if (later.length > 0)
    report.warning(`A later version has used the database (${later.join(', ')}): install that version.`);
  else if (pending.length > 0)
    report.warning(
      `The next start will upgrade the schema (${pending.length} migrations): make a backup first.`,
    );
  else report.ok('The schema is up to date.');
  if (applied.has('0041-heartbeat-of-jobs.sql')) await examineJobs(query, report);
}

/** Checks the key of employer-blind mode, if the mode is on or the key is set. */
async function examineDetailsKey(query: Query, key: string | undefined, report: Reporter): Promise<void> {
  const { rows: tables } = await query("select to_regclass('public.details_key') is not null as there");
  if (!tables[0]?.there) return;
  const { rows } = await query('select proof from public.details_key');
  const problem = detailsKeyProblem(rows[0]?.proof as string | undefined, key);
  if (problem) report.problem(problem);
  else if (rows[0]) report.ok('Employer-blind mode is on, and DETAILS_KEY is the right key.');
  else if (key)
    report.ok(
      'The next start will switch on employer-blind mode, if the database contains no activities, connected services or personal tokens yet.',
    );
}

async function examineJobs(query: Query, report: Reporter): Promise<void> {
  const { rows } = await query(
    'select extract(epoch from clock_timestamp() - seen_at)::int as seconds from public.jobs_heartbeat',
  );
  const seconds = rows[0]?.seconds as number | undefined;
  if (seconds !== undefined && seconds < missingAfterMinutes * 60)
    report.ok('A process that runs background jobs is running.');
  else
    report.warning(
      'No process runs background jobs, so no emails are sent: start one with ROLE=all or ROLE=jobs.',
    );
}
