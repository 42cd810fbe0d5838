import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** How long to retry while the folder is locked, in milliseconds: a killed process needs a moment to exit. */
const defaultWaitLimit = 2000;

/** SQLite's error code if another process has locked the file. */
const busy = 5;

// Keeps the open files referenced, because garbage collection would close them and release their locks.
const held = new Set<DatabaseSync>();

/**
 * Locks a data folder for this process: two embedded engines in the same folder would destroy the data. SQLite takes an
 * operating-system lock on a file in the folder. The lock works for every path to the folder, and is released however
 * the process ends. Returns a function that releases the lock. Throws if another process has the lock, or if the folder
 * is not writable.
 */
export async function lockFolder(folder: string, waitLimit = defaultWaitLimit): Promise<() => void> {
  const path = resolve(folder);
  const file = await openLockFile(path, waitLimit);
  try {
    // Nothing is ever written to the file, and with the journal in memory, a killed process leaves no second file
    // behind.
    file.exec('pragma journal_mode = memory; pragma locking_mode = exclusive; begin exclusive');
  } catch (error) {
    file.close();
    if ((error as { errcode?: number }).errcode === busy)
      throw new Error(`Another process uses the data in ${path}: stop it first.`);
    throw unusable(path, error);
  }
  held.add(file);
  return () => {
    held.delete(file);
    file.close();
  };
}

async function openLockFile(path: string, waitLimit: number): Promise<DatabaseSync> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
    return new DatabaseSync(join(path, 'lock'), { timeout: waitLimit });
  } catch (error) {
    throw unusable(path, error);
  }
}

const unusable = (path: string, error: unknown) =>
  new Error(`The data folder ${path} cannot be used: ${(error as Error).message}.`);
