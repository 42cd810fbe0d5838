import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';

const lastBackup = z.object({
  file: z.string(),
  createdAt: z.iso.datetime(),
  bytes: z.number(),
  isEncrypted: z.boolean(),
});

/** What is stored about the last backup that was made with this data folder. */
type LastBackup = z.infer<typeof lastBackup>;

const fileOf = (dataDir: string) => join(dataDir, 'last-backup.json');

/** Stores the details of a backup for `npm run doctor`. */
export async function rememberBackup(dataDir: string, backup: LastBackup): Promise<void> {
  const file = fileOf(dataDir);
  await writeFile(`${file}.part`, `${JSON.stringify(backup)}\n`, { mode: 0o600 });
  await rename(`${file}.part`, file);
}

/** Returns the last backup that was made with this data folder, or undefined if none is known. */
export async function readLastBackup(dataDir: string): Promise<LastBackup | undefined> {
  try {
    return lastBackup.parse(JSON.parse(await readFile(fileOf(dataDir), 'utf8')));
  } catch {
    return undefined;
  }
}
