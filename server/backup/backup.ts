import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import type { Temporal } from 'temporal-polyfill';
import { embeddedFolder, finishReplacing, hasDatabase } from '../db/embedded-folder.ts';
import { lockFolder } from '../db/folder-lock.ts';
import { writeBackup } from './backup-file.ts';
import { withCopyFromServer } from './copy-socket.ts';
import { dumpEmbedded } from './embedded-backup.ts';
import { rememberBackup } from './last-backup.ts';
import { fingerprintOf, type Manifest, newManifest } from './manifest.ts';
import { mustNotExist } from './new-file.ts';
import { migrationsOf, withPostgresqlState } from './postgresql-backup.ts';

/** What is backed up, by which release, and how. */
export interface BackupRequest {
  databaseUrl: string | undefined;
  dataDir: string;
  /**
   * The secret in use. It is part of the backup if it was generated, because it is then stored only in the
   * data folder.
   */
  secret: string;
  isSecretGenerated: boolean;
  version: string;
  passphrase: string | undefined;
  /** The base-2 logarithm of the work of deriving a key from the passphrase, by default 18; tests use less. */
  workFactor?: number;
  now: Temporal.Instant;
}

/** Writes a backup to a new file, even while servers are running. Returns its size in bytes. */
export async function backUp(file: string, request: BackupRequest): Promise<number> {
  const { databaseUrl, dataDir, secret, isSecretGenerated, version, passphrase, workFactor } = request;
  await mustNotExist(resolve(file));
  const createdAt = request.now.toString({ fractionalSecondDigits: 3 });
  const write = (state: State) => {
    const { script, ...facts } = state;
    const manifest = newManifest({ ...facts, version, createdAt, secretFingerprint: fingerprintOf(secret) });
    const kept = isSecretGenerated ? secret : undefined;
    return writeBackup(file, { manifest, secret: kept, script }, passphrase, workFactor);
  };
  if (databaseUrl)
    await withPostgresqlState(databaseUrl, (state) => write({ ...state, engine: 'postgresql' }));
  else await withEmbeddedState(dataDir, write);
  const { size } = await stat(file);
  const isEncrypted = passphrase !== undefined;
  await rememberBackup(dataDir, { file: resolve(file), createdAt, bytes: size, isEncrypted }).catch(
    () => undefined,
  );
  return size;
}

type State = Pick<Manifest, 'engine' | 'engineVersion' | 'migrations'> & { script: AsyncIterable<Buffer> };

/**
 * Passes the state of an embedded database to `use`: from the running server, or from the folder if none is
 * running.
 */
async function withEmbeddedState(dataDir: string, use: (state: State) => Promise<void>): Promise<void> {
  const done = await withCopyFromServer(dataDir, async (folder) => {
    await passFolder(folder, use);
    return true;
  });
  if (done) return;
  const unlock = await lockFolder(dataDir);
  try {
    await finishReplacing(dataDir);
    if (!(await hasDatabase(dataDir))) throw new Error(`There is no database in ${resolve(dataDir)}.`);
    await passFolder(embeddedFolder(dataDir), use);
  } finally {
    unlock();
  }
}

async function passFolder(folder: string, use: (state: State) => Promise<void>): Promise<void> {
  const pglite = await PGlite.create(folder);
  try {
    const { rows } = await pglite.query<{ server_version: string }>('show server_version');
    await use({
      engine: 'embedded',
      engineVersion: rows[0]?.server_version ?? '',
      migrations: await migrationsOf((text) => pglite.query<object>(text)),
      script: dumpEmbedded(pglite),
    });
  } finally {
    await pglite.close();
  }
}
