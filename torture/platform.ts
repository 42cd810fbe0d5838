import type { ChildProcess } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { type Cluster, startPostgresql } from '../scripts/postgresql.ts';
import { openDatabase } from '../server/db/db.ts';
import { type ServerProcess, startServerProcess } from '../server/testing/server-process.ts';

export const engines = ['postgresql', 'embedded'] as const;
export type Engine = (typeof engines)[number];

/** The demo company's data, at rest: every fault starts from a copy. */
export interface Template {
  /** The data folder of the server, or of the PostgreSQL cluster. */
  folder: string;
  /** Mail addresses of participants who can sign in with `password`. */
  people: string[];
}

/** A data folder or a cluster with the demo company, and the servers on it. */
export interface Platform {
  engine: Engine;
  dataDir: string;
  people: string[];
  /** The platform's own cluster; PostgreSQL only. */
  cluster(): Cluster;
  databaseUrl: string;
  /** The settings of its servers. */
  settings: Record<string, string>;
  /** Starts a server; if it is not ready in time, ends it and throws. */
  start(settings?: Record<string, string>): Promise<ServerProcess>;
}

export const password = 'a password for the torture';
export const secret = 'a secret of the torture, nothing else';

/** Enough for a server that starts on a busy machine and fills or repairs its database, in milliseconds. */
const readyWithin = 180_000;
const howMany = 16;

/** Creates the demo company on an engine by starting the server. */
export async function makeTemplate(engine: Engine, atEnd: AsyncDisposableStack): Promise<Template> {
  const dataDir = temporaryFolder('template', atEnd);
  const cluster = engine === 'postgresql' ? await openCluster(atEnd) : undefined;
  const databaseUrl = cluster && (await makeDatabase(cluster));
  const server = await start(settingsOf(dataDir, databaseUrl), atEnd);
  await server.end('SIGTERM');
  const database = await openDatabase(databaseUrl ? { databaseUrl } : { dataDir });
  const participants = await database.db
    .selectFrom('people')
    .select(['id', 'email'])
    .where('role', '=', 'participant')
    .where('activated_at', 'is not', null)
    .where('deactivated_at', 'is', null)
    .orderBy('id')
    .limit(howMany)
    .execute();
  await database.db
    .updateTable('people')
    .set(({ selectFrom }) => ({
      password_hash: selectFrom('people as known')
        .select('password_hash')
        .where('email', '=', 'participant@example.com'),
    }))
    .where(
      'id',
      'in',
      participants.map(({ id }) => id),
    )
    .execute();
  await database.close();
  await cluster?.halt('fast');
  return { folder: cluster?.data ?? dataDir, people: participants.map(({ email }) => email) };
}

interface PlatformOptions {
  /** Lines of postgresql.conf. */
  postgresql?: string[];
  /** The parent of the database's folder; by default the temporary folder. */
  within?: string;
}

/** A copy of the template, in a folder of its own. */
export async function openPlatform(
  engine: Engine,
  template: Template,
  atEnd: AsyncDisposableStack,
  { postgresql = [], within }: PlatformOptions = {},
): Promise<Platform> {
  const dataDir = engine === 'embedded' && within ? join(within, 'data') : temporaryFolder(engine, atEnd);
  let cluster: Cluster | undefined;
  if (engine === 'embedded') cpSync(template.folder, dataDir, { recursive: true });
  else
    cluster = await openCluster(atEnd, postgresql, {
      copyOf: template.folder,
      ...(within ? { within } : {}),
    });
  const databaseUrl = cluster?.url.replace(/postgres$/, 'challenge') ?? '';
  const settings = settingsOf(dataDir, databaseUrl);
  return {
    engine,
    dataDir,
    people: template.people,
    cluster() {
      if (!cluster) throw new Error('the embedded engine has no cluster');
      return cluster;
    },
    databaseUrl,
    settings,
    start: (others = {}) => start({ ...settings, ...others }, atEnd),
  };
}

const settingsOf = (dataDir: string, databaseUrl: string | undefined): Record<string, string> => ({
  DATA_DIR: dataDir,
  DEMO: 'on',
  DEMO_PASSWORD: password,
  SECRET: secret,
  ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
});

export function temporaryFolder(name: string, atEnd: AsyncDisposableStack): string {
  const folder = mkdtempSync(join(tmpdir(), `challenge-torture-${name}-`));
  atEnd.defer(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function openCluster(
  atEnd: AsyncDisposableStack,
  settings: string[] = [],
  place?: { copyOf: string; within?: string },
): Promise<Cluster> {
  const cluster = await startPostgresql(['fsync = off', 'full_page_writes = off', ...settings], place);
  atEnd.defer(() => cluster.stop());
  return cluster;
}

/** Creates an empty database and returns its address. */
export async function makeDatabase(cluster: Cluster, name = 'challenge'): Promise<string> {
  const client = new pg.Client(cluster.url);
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return cluster.url.replace(/postgres$/, name);
}

async function start(settings: Record<string, string>, atEnd: AsyncDisposableStack): Promise<ServerProcess> {
  let child: ChildProcess | undefined;
  const server = startServerProcess(settings, (process) => {
    child = process;
    atEnd.defer(() => endNow(process));
  });
  const late = setTimeout(readyWithin, undefined, { ref: false });
  const first = await Promise.race([server, late]);
  if (first) return first;
  server.catch(() => undefined);
  child?.kill('SIGKILL');
  throw new Error(`a server was not ready within ${readyWithin / 1000} s of its start`);
}

/** Kills a process of ours, whatever it is doing. */
export async function endNow(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  child.once('exit', () => resolve());
  child.kill('SIGKILL');
  await promise;
}
