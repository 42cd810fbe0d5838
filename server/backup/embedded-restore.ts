import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { embeddedFolder, finishReplacing, hasDatabase, replaceDatabase } from '../db/embedded-folder.ts';
import { lockFolder } from '../db/folder-lock.ts';
import { flushFolder } from './new-file.ts';
import { notEmpty } from './postgresql-restore.ts';
import { partsOfScript } from './sql-script.ts';

/** What is restored: the database, and the secret if the backup has one. */
export interface Restored {
  script: () => AsyncIterable<Buffer>;
  secret: string | undefined;
}

/**
 * Restores a backup into a data folder. Fills a new database in a separate folder, which replaces the former
 * database once it is complete.
 */
export async function restoreEmbedded(
  dataDir: string,
  { script, secret }: Restored,
  mayReplace: boolean,
): Promise<void> {
  const unlock = await lockFolder(dataDir);
  const restoringDir = join(dataDir, 'database-restoring');
  try {
    await finishReplacing(dataDir);
    if (!mayReplace && (await hasDatabase(dataDir))) throw notEmpty(embeddedFolder(dataDir));
    await rm(restoringDir, { recursive: true, force: true });
    await mkdir(restoringDir, { recursive: true });
    await fill(restoringDir, script());
    // Replace the secret first: even if the process is killed, the restored database must never be in place
    // without its secret.
    if (secret !== undefined) await replaceSecret(dataDir, secret);
    await replaceDatabase(dataDir, restoringDir);
    await flushFolder(dataDir);
  } finally {
    await rm(restoringDir, { recursive: true, force: true });
    unlock();
  }
}

async function fill(folder: string, script: AsyncIterable<Buffer>): Promise<void> {
  const pglite = await PGlite.create(folder);
  try {
    for await (const part of partsOfScript(script)) {
      if ('sql' in part) await pglite.exec(part.sql);
      else
        for await (const rows of part.rows)
          await pglite.query(part.copy.replace(/stdin$/, "'/dev/blob'"), [], {
            blob: new Blob([new Uint8Array(rows)]),
          });
    }
    await pglite.exec('reset all; analyze; checkpoint');
  } finally {
    await pglite.close();
  }
}

async function replaceSecret(dataDir: string, secret: string): Promise<void> {
  const file = join(dataDir, 'secret');
  await writeFile(`${file}.part`, secret, { mode: 0o600, flush: true });
  await rename(`${file}.part`, file);
}
