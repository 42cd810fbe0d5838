import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** A killed process needs a moment to exit, so a held lock is retried for this many milliseconds. */
const defaultPatience = 2000;

/** SQLite's code for a file that another process has locked. */
const busy = 5;

// Keeps open files referenced: garbage collection would close them and release their locks.
const held = new Set<DatabaseSync>();

/**
 * Locks a data folder for this process: two embedded engines on one folder would destroy it. It is an operating-system
 * lock on a file in the folder itself, taken atomically through SQLite: it works for every path to the folder, and is
 * released however the process ends. Throws if another process has the folder, or if it is not writable. Returns a
 * function that releases the lock.
 */
export async function lockFolder(folder: string, patience = defaultPatience): Promise<() => void> {
  const path = resolve(folder);
  const file = await openLockFile(path, patience);
  try {
    // Nothing is ever written, and no second file is left behind by a process that is killed.
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

async function openLockFile(path: string, patience: number): Promise<DatabaseSync> {
  try {
    await mkdir(path, { recursive: true });
    return new DatabaseSync(join(path, 'lock'), { timeout: patience });
  } catch (error) {
    throw unusable(path, error);
  }
}

const unusable = (path: string, error: unknown) =>
  new Error(`The data folder ${path} cannot be used: ${(error as Error).message}.`);
