import { access, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Returns the path of the embedded engine's folder in a data folder. */
export const embeddedFolder = (dataDir: string): string => join(dataDir, 'database');

/** Returns the path where the former database is kept while another one replaces it. */
const formerFolder = (dataDir: string) => join(dataDir, 'database-replaced');

/** Returns whether a data folder contains a database. */
export const hasDatabase = (dataDir: string): Promise<boolean> => exists(embeddedFolder(dataDir));

/** Replaces the database of a locked data folder with the one in another folder on the same file system. */
export async function replaceDatabase(dataDir: string, by: string): Promise<void> {
  const [folder, former] = [embeddedFolder(dataDir), formerFolder(dataDir)];
  await rm(former, { recursive: true, force: true });
  if (await exists(folder)) await rename(folder, former);
  await rename(by, folder);
  await rm(former, { recursive: true, force: true });
}

/**
 * Completes a replacement during which the process was killed: restores the former database unless the new
 * one is in its place. Without this, the platform would start with an empty database.
 */
export async function finishReplacing(dataDir: string): Promise<void> {
  const [folder, former] = [embeddedFolder(dataDir), formerFolder(dataDir)];
  if (!(await exists(former))) return;
  if (await exists(folder)) await rm(former, { recursive: true });
  else await rename(former, folder);
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );
