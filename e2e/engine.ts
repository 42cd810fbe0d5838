import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { fillWithDemo } from '../demo/demo.ts';
import { addressOf, onCluster } from '../scripts/postgresql.ts';
import { type Db, openDatabase } from '../server/db/db.ts';
import { migrate } from '../server/db/migrate.ts';
import { rebuildStandings } from '../server/rankings/rebuild.ts';
import { hashPassword } from '../server/sign-in/passwords/password-hash.ts';
import { password } from './password.ts';

/** The database engine for the tests: PostgreSQL if `E2E_ENGINE=postgresql`, otherwise the embedded engine. */
export const engine = process.env.E2E_ENGINE === 'postgresql' ? 'postgresql' : 'embedded';

/** Environment variables that make a server process use a database on the chosen engine. */
type Settings = Record<string, string>;

/** The data folders of this worker's servers, which are deleted when the worker ends. */
const folders: string[] = [];
process.once('exit', () => {
  for (const one of folders) rmSync(one, { recursive: true, force: true });
});

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'challenge-e2e-'));
  folders.push(made);
  return made;
}

const onPostgresql = (dataDir: string, databaseUrl: string): Settings => ({
  DATA_DIR: dataDir,
  DATABASE_URL: databaseUrl,
  SECRET: randomUUID(),
  DEMO: 'on',
});

/**
 * Returns the settings for a new, empty database, which the server fills with the demo company. On PostgreSQL, the
 * database is created in the cluster of TEST_DATABASE_URL, and deleted together with that cluster.
 */
export async function emptyDatabase(): Promise<Settings> {
  const dataDir = folder();
  return engine === 'embedded'
    ? { DATA_DIR: dataDir }
    : onPostgresql(dataDir, await makeDatabase('template1'));
}

/**
 * Creates a database with the demo company and with changed settings, for example `{ teamsEnabled: false }`. The
 * callback `change` can write other data.
 */
export async function demoDatabase(
  configs: Record<string, unknown>,
  change: (db: Db) => Promise<void> = async () => {},
): Promise<Settings> {
  const settings = await copyOfDemo();
  const database = await openDatabase(placeOf(settings));
  for (const [key, set] of Object.entries(configs)) {
    const value = JSON.stringify(set);
    await database.db
      .insertInto('configs')
      .values({ key, value })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
      .execute();
  }
  await change(database.db);
  await database.close();
  return { ...settings, DEMO_PASSWORD: password };
}

const placeOf = (settings: Settings) => ({
  databaseUrl: settings.DATABASE_URL,
  dataDir: settings.DATA_DIR,
});

/** Fills an empty database with the demo company; `demoDatabase` copies this database. */
export async function fillDemo(): Promise<Settings> {
  const settings = await emptyDatabase();
  const database = await openDatabase(placeOf(settings));
  await migrate(database.db);
  const now = Temporal.Now.instant();
  await fillWithDemo(database.db, { now, passwordHash: await hashPassword(password) });
  await fillFirstDay(database.db, now);
  await database.close();
  return settings;
}

/**
 * On the first day of a week or month, moves yesterday's activities to today. Otherwise, the board of that week or
 * month would be empty early in the day.
 */
async function fillFirstDay(db: Db, now: Temporal.Instant): Promise<void> {
  const today = now.toZonedDateTimeISO('Europe/Brussels').toPlainDate();
  if (today.dayOfWeek !== 1 && today.day !== 1) return;
  await db
    .updateTable('activities')
    .set({ performed_on: today.toString() })
    .where('performed_on', '=', today.subtract({ days: 1 }).toString())
    .execute();
  await rebuildStandings(db, now, { includingClosed: true });
}

async function copyOfDemo(): Promise<Settings> {
  // Global setup fills the database once for all tests, because this is the slowest part of starting a server.
  const { DATA_DIR: filled = '', DATABASE_URL: url }: Settings = JSON.parse(process.env.E2E_DEMO ?? '{}');
  const dataDir = folder();
  await cp(filled, dataDir, { recursive: true });
  return url
    ? onPostgresql(dataDir, await makeDatabase(new URL(url).pathname.slice(1)))
    : { DATA_DIR: dataDir };
}

/** Creates a copy of a PostgreSQL database and returns the URL of the copy. */
async function makeDatabase(template: string): Promise<string> {
  const cluster = process.env.TEST_DATABASE_URL;
  if (!cluster)
    throw new Error('Set TEST_DATABASE_URL to a PostgreSQL server on which databases can be created');
  const name = `e2e_${randomUUID().replaceAll('-', '')}`;
  await onCluster(cluster, `create database ${name} template ${template}`);
  return addressOf(cluster, name);
}
