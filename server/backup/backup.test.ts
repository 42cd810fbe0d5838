import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import * as activities from '../../contract/activities.ts';
import * as sessions from '../../contract/sessions.ts';
import { addressOf, onCluster } from '../../scripts/postgresql.ts';
import { type Database, openDatabase } from '../db/db.ts';
import { migrate } from '../db/migrate.ts';
import { loadRelease } from '../testing/release-dump.ts';
import { schemaOf } from '../testing/schema.ts';
import { type ServerDatabase, serverDatabase } from '../testing/server-database.ts';
import { startServerProcess } from '../testing/server-process.ts';
import { expectSumsToHold } from '../testing/sums.ts';
import { type BackupRequest, backUp } from './backup.ts';
import { openBackup, writeBackup } from './backup-file.ts';
import { newManifest } from './manifest.ts';
import { checkBackup, type RestoreRequest, restore } from './restore.ts';

const template = inject('template');
const passphrase = 'walking shoes in the rain';
const password = 'a password for the demo';
const now = Temporal.Instant.from('2026-11-24T08:00:00Z');

let folder: string;
/** A database with the demo company, and two backups of it. */
let demo: ServerDatabase;
let plain: string;
let encrypted: string;
/**
 * The step counts that the server had acknowledged before the backup under load began, and all that it had
 * acknowledged by the end.
 */
let acknowledged: { before: number[]; all: number[] };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'challenge-backup-'));
  plain = join(folder, 'plain.backup');
  encrypted = join(folder, 'encrypted.backup');
  demo = await serverDatabase();
  const server = await startServerProcess({ ...demo.settings, DEMO: 'on', DEMO_PASSWORD: password });
  const writing = await logContinuously(server.address);
  await writing.until(20);
  const before = [...writing.logged];
  await backUp(encrypted, { ...requestFor(demo), passphrase, workFactor: 2 });
  await writing.until(writing.logged.length + 20);
  acknowledged = { before, all: await writing.stop() };
  await server.end('SIGTERM');
  await backUp(plain, requestFor(demo));
});
afterAll(async () => {
  await demo.remove();
  await rm(folder, { recursive: true });
});

/** Logs activities over HTTP, four at a time, each with its own number of steps, until `stop` is called. */
async function logContinuously(address: string) {
  /**
   * Sends a request, and repeats it while the server returns 503 because it is busy or the database is being
   * copied.
   */
  const send = async (
    path: string,
    body: object,
    headers: Record<string, string> = {},
  ): Promise<Response> => {
    const response = await fetch(`${address}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    return response.status === 503 ? send(path, body, headers) : response;
  };
  const signedIn = await send(sessions.signIn.path, { username: 'participant@example.com', password });
  expect(signedIn.status).toBe(200);
  const cookie = signedIn.headers.getSetCookie().map((line) => line.split(';')[0]);
  const logged: number[] = [];
  let isStopped = false;
  let changed = Promise.withResolvers<void>();
  // More steps than any activity of the demo has.
  let steps = 40_000;
  const write = async () => {
    while (!isStopped) {
      steps += 1;
      const performedAt = Temporal.Now.plainDateISO().toString();
      const body = { performedAt, sport: '/platform/api/sports/1', amountType: 'steps', steps };
      const response = await send(activities.create.path, body, { cookie: cookie.join('; ') });
      expect(response.status).toBe(201);
      logged.push(body.steps);
      changed.resolve();
      changed = Promise.withResolvers();
    }
  };
  const writers = Promise.all([1, 2, 3, 4].map(write));
  return {
    logged,
    until: async (count: number) => {
      while (logged.length < count) await Promise.race([changed.promise, writers]);
    },
    stop: async () => {
      isStopped = true;
      await writers;
      return logged;
    },
  };
}

const requestFor = ({ settings }: Pick<ServerDatabase, 'settings'>): BackupRequest => ({
  databaseUrl: settings.DATABASE_URL,
  dataDir: String(settings.DATA_DIR),
  secret: settings.SECRET ?? 'a generated secret of 32 characters',
  isSecretGenerated: !settings.SECRET,
  version: '1.2.0',
  passphrase: undefined,
  now,
});

/** Creates an empty database to restore to, on the engine under test. */
async function emptyPlace() {
  const dataDir = await mkdtemp(join(folder, 'data-'));
  if (template.engine === 'embedded') return { dataDir, databaseUrl: undefined };
  const name = `restored_${randomUUID().replaceAll('-', '')}`;
  const cluster = template.cluster;
  await onCluster(cluster, `create database ${name}`);
  onTestFinished(() => onCluster(cluster, `drop database ${name} with (force)`));
  return { dataDir, databaseUrl: addressOf(cluster, name) };
}

const restoreTo = (place: Awaited<ReturnType<typeof emptyPlace>>, options: Partial<RestoreRequest> = {}) => ({
  ...place,
  secret: undefined,
  passphrase,
  mayReplace: false,
  mayChangeEngine: false,
  ...options,
});

/** Opens a database, reads from it and closes it, so that it can be restored again. */
async function read<Result>(
  place: Awaited<ReturnType<typeof emptyPlace>>,
  use: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase(place);
  try {
    return await use(database);
  } finally {
    await database.close();
    if (place.databaseUrl) await disconnected(place.databaseUrl);
  }
}

/** Waits until PostgreSQL has ended every connection to a database, which it does after the client has closed them. */
async function disconnected(databaseUrl: string): Promise<void> {
  const { cluster } = template as Extract<typeof template, { engine: 'postgresql' }>;
  const name = new URL(databaseUrl).pathname.slice(1);
  const mustBeAlone = `do $$ begin
    if exists (select from pg_stat_activity where datname = '${name}') then raise 'still connected'; end if;
  end $$`;
  await vi.waitFor(() => onCluster(cluster, mustBeAlone), { timeout: 60_000 });
}

/** Returns all rows of all tables, including the queue's, and the state of all sequences. */
const rowsOf = ({ db }: Database): Promise<string[]> =>
  db.connection().execute(async (one) => {
    await sql`set time zone 'UTC'`.execute(one);
    const { rows: tables } = await sql<{ name: string }>`
      select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname in ('public', 'jobs')`.execute(one);
    const lines: string[] = [];
    for (const { name } of tables) {
      const { rows } = await sql<{ line: string }>`
        select one::text as line from ${sql.raw(name)} one`.execute(one);
      lines.push(...rows.map(({ line }) => `${name} ${line}`));
    }
    const { rows: sequences } = await sql<{ line: string }>`
      select concat_ws(' ', schemaname, sequencename, last_value) as line from pg_sequences
      where schemaname in ('public', 'jobs')`.execute(one);
    return [...lines, ...sequences.map(({ line }) => line)].sort();
  });

/** Returns the rows and the schema of the demo database, which nothing else uses at that time. */
async function ofDemo(): Promise<{ rows: string[]; schema: string[] }> {
  let found = { rows: [] as string[], schema: [] as string[] };
  await demo.use(async (database) => {
    found = { rows: await rowsOf(database), schema: await schemaOf(database.db) };
  });
  return found;
}

describe('a backup', () => {
  it('made while people log activities contains everything acknowledged before it began, and sums that match the activities', async () => {
    const place = await emptyPlace();
    await restore(encrypted, restoreTo(place));
    const found = await read(place, async (database) => {
      await expectSumsToHold(database.db);
      const rows = await database.db.selectFrom('activities').select('steps').execute();
      return rows.map((row) => row.steps);
    });
    expect(acknowledged.before.filter((steps) => !found.includes(steps))).toEqual([]);
    expect(acknowledged.all.filter((steps) => !found.includes(steps)).length).toBeGreaterThan(0);
  });

  it('can be read only by its owner, and contains the secret only if the platform generated the secret', async () => {
    expect((await stat(plain)).mode & 0o777).toBe(0o600);
    const { secret } = await openBackup(plain, undefined);
    expect(secret).toBe(template.engine === 'embedded' ? requestFor(demo).secret : undefined);
    const names = await readdir(folder);
    expect(names.filter((name) => name.endsWith('.part'))).toEqual([]);
    await expect(backUp(plain, requestFor(demo))).rejects.toThrow(/already exists/);
  });

  it('made from an embedded database of version 1.0.0 is restored into either engine and upgraded', async () => {
    const old = { dataDir: await mkdtemp(join(folder, 'data-')), databaseUrl: undefined };
    const rows = await read(old, async (database) => {
      await loadRelease(database.db, '1.0.0');
      return rowsOf(database);
    });
    const file = join(folder, 'old.backup');
    await backUp(file, requestFor({ settings: { DATA_DIR: old.dataDir } }));
    const place = await emptyPlace();
    if (place.databaseUrl) await expect(restore(file, restoreTo(place))).rejects.toThrow(/--change-engine/);
    await restore(file, restoreTo(place, { mayChangeEngine: true }));
    const { schema } = await ofDemo();
    await read(place, async (database) => {
      expect(await rowsOf(database)).toEqual(rows);
      await migrate(database.db);
      expect(await schemaOf(database.db)).toEqual(schema);
      await expectSumsToHold(database.db);
    });
  });

  it('leaves no file behind if it cannot be written', async () => {
    const file = join(folder, 'unwritten.backup');
    const facts = {
      version: '1.2.0',
      engine: 'embedded',
      engineVersion: '18',
      createdAt: now.toString(),
    } as const;
    const manifest = newManifest({ ...facts, migrations: ['0001'], secretFingerprint: '' });
    async function* failing() {
      yield Buffer.from('SELECT 1;\n');
      throw new Error('pg_dump failed');
    }
    await expect(
      writeBackup(file, { manifest, secret: undefined, script: failing() }, undefined),
    ).rejects.toThrow('pg_dump failed');
    expect((await readdir(folder)).filter((name) => name.startsWith('unwritten'))).toEqual([]);
  });
});

describe('a backup that cannot be restored', () => {
  /** Changes a copy of a backup and returns its path. */
  const changed = async (
    name: string,
    file: string,
    change: (copy: string, size: number) => Promise<void>,
  ) => {
    const copy = join(folder, `${name}.backup`);
    await writeFile(copy, await readFile(file));
    await change(copy, (await stat(copy)).size);
    return copy;
  };
  const flip = async (copy: string, at: number) => {
    const bytes = await readFile(copy);
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    await writeFile(copy, bytes);
  };
  const damaged = /damaged|not a backup/;

  it('is refused if it is truncated', async () => {
    const torn = async (file: string, part: number) => {
      const copy = await changed('torn', file, (name, size) => truncate(name, Math.floor(size * part)));
      await expect(checkBackup(copy, passphrase)).rejects.toThrow(damaged);
    };
    for (const part of [0, 0.001, 0.01, 0.5, 0.95]) await torn(plain, part);
    for (const part of [0.0001, 0.95]) await torn(encrypted, part);
  });

  it('is refused if a byte has changed', async () => {
    for (const part of [0.3, 0.6, 0.9]) {
      const copy = await changed('flipped', plain, (name, size) => flip(name, Math.floor(size * part)));
      await expect(checkBackup(copy, undefined)).rejects.toThrow(damaged);
    }
    const copy = await changed('flipped', encrypted, (name, size) => flip(name, Math.floor(size * 0.6)));
    await expect(checkBackup(copy, passphrase)).rejects.toThrow(damaged);
  });

  it('is refused without the right passphrase', async () => {
    await expect(checkBackup(encrypted, undefined)).rejects.toThrow(/encrypted: set BACKUP_PASSPHRASE/);
    await expect(checkBackup(encrypted, 'another passphrase')).rejects.toThrow(/passphrase is wrong/);
  });

  it('is refused if it is not a backup, or was made by a later version', async () => {
    const other = join(folder, 'other');
    await writeFile(other, 'select 1;\n'.repeat(500));
    await expect(checkBackup(other, undefined)).rejects.toThrow('The file is not a backup of this platform.');
    await expect(checkBackup(join(folder, 'missing'), undefined)).rejects.toThrow(/cannot be read/);
    const later = join(folder, 'later.backup');
    const { manifest, script } = await openBackup(plain, undefined);
    const migrations = [...manifest.migrations, '9999-expand-later.sql'];
    const content = { manifest: { ...manifest, version: '9.0.0', migrations }, secret: undefined };
    await writeBackup(later, { ...content, script: script() }, undefined);
    await expect(checkBackup(later, undefined)).rejects.toThrow(/restore it with version 9\.0\.0/);
  });
});

describe('a restore', () => {
  /** A script that fails after its first table. */
  async function* broken() {
    yield Buffer.from('CREATE TABLE public.half (id integer);\nCOPY public.half (id) FROM stdin;\n1\n\\.\n');
    yield Buffer.from('SELECT 1 / 0;\n');
  }

  it('restores every row, replaces data only with --replace and no running server, and keeps the old data if it fails', async () => {
    const place = await emptyPlace();
    await restore(plain, restoreTo(place));
    const { rows, schema } = await ofDemo();
    expect(rows.length).toBeGreaterThan(10_000);
    await read(place, async (database) => {
      expect(await rowsOf(database)).toEqual(rows);
      expect(await schemaOf(database.db)).toEqual(schema);
      const inUse = restore(plain, restoreTo(place, { mayReplace: true }));
      await expect(inUse).rejects.toThrow(/Another process uses|Other processes are connected/);
      await sql`create table public.added (id integer)`.execute(database.db);
    });
    await expect(restore(plain, restoreTo(place))).rejects.toThrow(/add --replace/);

    const half = join(folder, 'half.backup');
    const { manifest } = await openBackup(plain, undefined);
    await writeBackup(half, { manifest, secret: 'another', script: broken() }, undefined);
    await expect(restore(half, restoreTo(place, { mayReplace: true }))).rejects.toThrow(/division by zero/);
    await read(place, async (database) => expect(await rowsOf(database)).toEqual(rows));

    await restore(plain, restoreTo(place, { mayReplace: true }));
    await read(place, async (database) => {
      expect(await rowsOf(database)).toEqual(rows);
      expect(await schemaOf(database.db)).toEqual(schema);
    });
  });
});
