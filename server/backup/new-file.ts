import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { access, open, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';

/**
 * Writes a new file that only the owner can read. The file appears under its name once it is complete and
 * flushed to the disk; after an error, no file is left. Throws if a file with this name exists.
 */
export async function writeNewFile(path: string, content: AsyncIterable<Uint8Array>): Promise<void> {
  const target = resolve(path);
  await mustNotExist(target);
  const part = `${target}.${randomBytes(4).toString('hex')}.part`;
  try {
    await pipeline(content, createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true }));
    await mustNotExist(target);
    await rename(part, target);
    await flushFolder(dirname(target));
  } catch (error) {
    await rm(part, { force: true });
    throw writingFailed(target, error as NodeJS.ErrnoException);
  }
}

/** Throws if the file already exists, so that no earlier backup is overwritten. */
export async function mustNotExist(path: string): Promise<void> {
  const exists = await access(path).then(
    () => true,
    () => false,
  );
  if (exists) throw new Error(`${path} already exists: choose another name.`);
}

/** Flushes a folder to the disk, so that a renamed file keeps its name after a power failure. */
export async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const reasons: Record<string, string> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  ENOENT: 'the folder does not exist',
  EACCES: 'this user may not write there',
  EROFS: 'the file system is read-only',
};

function writingFailed(path: string, error: NodeJS.ErrnoException): Error {
  const isOfTarget = error.path ? error.path.startsWith(path) : error.syscall === 'write';
  const reason = isOfTarget ? reasons[error.code ?? ''] : undefined;
  return reason ? new Error(`${path} cannot be written: ${reason}.`, { cause: error }) : error;
}
