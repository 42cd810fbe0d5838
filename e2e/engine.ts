import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { Temporal } from 'temporal-polyfill';
import { type Db, openDatabase } from '../server/db/db.ts';
import { migrate } from '../server/db/migrate.ts';
import { fillWithDemo } from '../server/demo/demo.ts';
import { hashPassword } from '../server/people/password.ts';
import { password } from './journey.ts';

/** The engine that the journeys run on: `E2E_ENGINE=postgresql` for PostgreSQL, else the embedded one. */
export const engine = process.env.E2E_ENGINE === 'postgresql' ? 'postgresql' : 'embedded';

/**
 * The settings of a server process with an empty database of its own on the engine in use, to be filled with
 * the demo company. On PostgreSQL the database is made in the cluster of TEST_DATABASE_URL and goes with it.
 */
export async function emptyDatabase(
  dataDir = mkdtempSync(join(tmpdir(), 'challenge-e2e-')),
): Promise<Record<string, string>> {
  if (engine === 'embedded') return { DATA_DIR: dataDir };
  const cluster = process.env.TEST_DATABASE_URL;
  if (!cluster) throw new Error('TEST_DATABASE_URL: the address of a PostgreSQL to make databases in');
  const url = new URL(cluster);
  url.pathname = `/e2e_${randomUUID().replaceAll('-', '')}`;
  const client = new pg.Client(cluster);
  await client.connect();
  await client.query(`create database ${url.pathname.slice(1)}`);
  await client.end();
  return { DATA_DIR: dataDir, DATABASE_URL: url.href, SECRET: randomUUID(), DEMO: 'on' };
}

/**
 * The same with the demo company in it already and some settings of the platform changed, such as
 * `{ teamsEnabled: false }`; `change` may write what no setting says.
 */
export async function demoDatabase(
  configs: Record<string, unknown>,
  change: (db: Db) => Promise<void> = async () => {},
): Promise<Record<string, string>> {
  const settings = await emptyDatabase();
  const database = await openDatabase({ databaseUrl: settings.DATABASE_URL, dataDir: settings.DATA_DIR });
  const { db } = database;
  await migrate(db);
  await fillWithDemo(db, { now: Temporal.Now.instant(), passwordHash: await hashPassword(password) });
  for (const [key, set] of Object.entries(configs)) {
    const value = JSON.stringify(set);
    await db
      .insertInto('configs')
      .values({ key, value })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
      .execute();
  }
  await change(db);
  await database.close();
  return { ...settings, DEMO_PASSWORD: password };
}
