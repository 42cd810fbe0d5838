import type { ChildProcess } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { type Nodes, startNodes } from '../deploy/ha/nodes.ts';
import { builtServer } from '../scripts/built-server.ts';
import { type Cluster, startPostgresql } from '../scripts/postgresql.ts';
import { openDatabase } from '../server/db/db.ts';
import { type ServerProcess, startServerProcess } from '../server/testing/server-process.ts';

export const engines = ['postgresql', 'embedded'] as const;
export type Engine = (typeof engines)[number];

/** The stored data of the demo company; every fault starts from a copy. */
export interface Template {
  /** The data folder of the server or the PostgreSQL cluster. */
  folder: string;
  /** The email addresses of participants who can sign in with `password`. */
  people: string[];
}

/** A copy of the demo company's data in a data folder or a cluster, and the servers that use it. */
export interface Platform {
  engine: Engine;
  dataDir: string;
  people: string[];
  /** Returns the platform's own cluster. Throws if the platform has none, or several. */
  cluster(): Cluster;
  databaseUrl: string;
  /** The settings of the platform's servers. */
  settings: Record<string, string>;
  /**
   * Starts a server, by default of this version. If the server is not ready in time, ends it and throws.
   */
  start(settings?: Record<string, string>, main?: string): Promise<ServerProcess>;
}

export const password = 'a password for the torture';
export const secret = 'a secret of the torture, nothing else';

/** How long a server may take on a busy machine to start and to fill or repair its database, in milliseconds. */
const readyWithin = 180_000;
const howMany = 16;

/** Creates the demo company on an engine. */
export async function makeTemplate(engine: Engine, atEnd: AsyncDisposableStack): Promise<Template> {
  const dataDir = temporaryFolder('template', atEnd);
  const cluster = engine === 'postgresql' ? await openCluster(atEnd) : undefined;
  const databaseUrl = cluster && (await makeDatabase(cluster));
  const people = await fillWithDemo(dataDir, databaseUrl, atEnd);
  await cluster?.halt('fast');
  return { folder: cluster?.data ?? dataDir, people };
}

/**
 * Fills an empty database with the demo company, by starting a server. Returns the email addresses of participants who
 * can sign in with `password`.
 */
async function fillWithDemo(
  dataDir: string,
  databaseUrl: string | undefined,
  atEnd: AsyncDisposableStack,
): Promise<string[]> {
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
  return participants.map(({ email }) => email);
}

interface PlatformOptions {
  /** Additional lines for postgresql.conf. */
  postgresql?: string[];
  /** The parent folder of the database's folder; by default the temporary folder. */
  within?: string;
}

/** Copies the template to a new folder and opens the copy. */
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
    start: (others = {}, main) => start({ ...settings, ...others }, atEnd, main),
  };
}

/** Opens a platform whose database runs on three nodes, and fills it with the demo company. */
export async function openPlatformOnNodes(
  atEnd: AsyncDisposableStack,
): Promise<{ platform: Platform; nodes: Nodes }> {
  const dataDir = temporaryFolder('nodes', atEnd);
  const nodes = await startNodes(temporaryFolder('ha', atEnd), atEnd);
  const { databaseUrl } = nodes;
  const people = await fillWithDemo(dataDir, databaseUrl, atEnd);
  const settings = { ...settingsOf(dataDir, databaseUrl), DATABASE_READ_URL: nodes.databaseReadUrl };
  const platform: Platform = {
    ...{ engine: 'postgresql', dataDir, people, databaseUrl, settings },
    cluster() {
      throw new Error('a platform on nodes has several clusters');
    },
    start: (others = {}, main) => start({ ...settings, ...others }, atEnd, main),
  };
  return { platform, nodes };
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

/** Creates an empty database; returns its URL. */
export async function makeDatabase(cluster: Cluster, name = 'challenge'): Promise<string> {
  const client = new pg.Client(cluster.url);
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return cluster.url.replace(/postgres$/, name);
}

async function start(
  settings: Record<string, string>,
  atEnd: AsyncDisposableStack,
  main = builtServer,
): Promise<ServerProcess> {
  let child: ChildProcess | undefined;
  const started = (process: ChildProcess) => {
    child = process;
    atEnd.defer(() => endNow(process));
  };
  const server = startServerProcess(settings, started, main);
  const late = setTimeout(readyWithin, undefined, { ref: false });
  const first = await Promise.race([server, late]);
  if (first) return first;
  server.catch(() => undefined);
  child?.kill('SIGKILL');
  throw new Error(`a server was not ready within ${readyWithin / 1000} s of its start`);
}

/** Kills a process that we started, and waits for its exit. */
export async function endNow(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  child.once('exit', () => resolve());
  child.kill('SIGKILL');
  await promise;
}
