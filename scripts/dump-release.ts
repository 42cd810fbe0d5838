import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { brotliCompressSync, constants } from 'node:zlib';
import { sql } from 'kysely';
import { Temporal } from 'temporal-polyfill';
import { fillWithDemo } from '../demo/demo.ts';
import { buildApp } from '../server/app.ts';
import { type Database, openDatabase } from '../server/db/db.ts';
import { migrate } from '../server/db/migrate.ts';
import { openQueue } from '../server/kit/queue.ts';
import { rebuildStandings } from '../server/rankings/rebuild.ts';
import { hashPassword } from '../server/sign-in/passwords/password-hash.ts';
import { startPostgresql } from './postgresql.ts';

// Run this script once per release, at its commit. It stores the hashes of the release's migrations, and a small
// database dump that every later version must be able to upgrade (server/db/upgrade.test.ts).

const releases = new URL('../server/db/releases/', import.meta.url);
const migrations = new URL('../server/db/migrations/', import.meta.url);
const now = Temporal.Instant.from('2026-11-21T11:00:00Z');
const password = 'sturdy walking shoes';
/** The number of demo people who keep their activities; a low number keeps the dump small. */
const activePeople = 40;

const { version } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'));
const postgresql = await startPostgresql();
try {
  const database = await openDatabase({ databaseUrl: postgresql.url });
  await fill(database);
  await database.close();
  await writeFile(new URL(`${version}.sql.br`, releases), compressed(dump(postgresql.url)));
} finally {
  postgresql.stop();
}
await keepHashes();

async function fill(database: Database): Promise<void> {
  const { db, pool } = database;
  await migrate(db);
  await fillWithDemo(db, { now, passwordHash: await hashPassword(password) });
  await sql`delete from activities where person_id > ${activePeople}`.execute(db);
  await sql.raw(await readFile(new URL('release-content.sql', import.meta.url), 'utf8')).execute(db);
  await rebuildStandings(db, now, { includingClosed: true });
  const queue = openQueue(pool, { works: false, report: console.error });
  await queue.prepared();
  const app = await buildApp({
    database,
    queue,
    basePath: '/',
    secret: 'a secret of thirty-two characters',
    logLevel: 'error',
    clock: () => now,
  });
  for (const username of ['participant@example.com', 'organiser@example.com'])
    await app.inject({ method: 'POST', url: '/global-challenge-login', payload: { username, password } });
  await app.close();
  await queue.stop();
  await mustBeFull(database);
}

/** Throws if a table is empty, because the upgrade test could not check that its rows are kept. */
async function mustBeFull({ db }: Database): Promise<void> {
  const { rows } = await sql<{
    name: string;
  }>`select tablename as name from pg_tables where schemaname = 'public'`.execute(db);
  for (const { name } of rows) {
    const { rows: some } = await sql`select from ${sql.table(name)} limit 1`.execute(db);
    if (some.length === 0) throw new Error(`${name} is empty: add rows to scripts/release-content.sql`);
  }
}

/** Dumps a database as SQL that both engines understand. */
function dump(url: string): string {
  const args = ['--no-owner', '--no-privileges', '--no-comments', '--rows-per-insert=200', url];
  const { status, stdout, stderr } = spawnSync('pg_dump', args, { encoding: 'utf8', maxBuffer: 2 ** 28 });
  if (status !== 0) throw new Error(stderr);
  return stdout.replaceAll(/^\\.*\n/gm, '');
}

function compressed(text: string): Buffer {
  const { BROTLI_PARAM_QUALITY: quality, BROTLI_PARAM_LGWIN: window } = constants;
  return brotliCompressSync(text, { params: { [quality]: 11, [window]: 24 } });
}

/** Stores the hashes of the migrations that are new in this release. */
async function keepHashes(): Promise<void> {
  const file = new URL('migrations.json', releases);
  const kept: Record<string, Record<string, string>> = JSON.parse(
    await readFile(file, 'utf8').catch(() => '{}'),
  );
  const known = new Set(Object.values(kept).flatMap((one) => Object.keys(one)));
  const names = (await readdir(migrations)).filter((name) => !known.has(name)).sort();
  const entries = names.map(async (name) => {
    const bytes = await readFile(new URL(name, migrations));
    return [name, createHash('sha256').update(bytes).digest('hex')];
  });
  kept[version] = Object.fromEntries(await Promise.all(entries));
  await writeFile(file, `${JSON.stringify(kept, null, 2)}\n`);
}
