import { spawnSync } from 'node:child_process';
import { closeSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { type Round, Skipped } from './fault.ts';
import { temporaryFolder } from './platform.ts';

/** A small disk that can be filled. */
export interface SmallDisk {
  folder: string;
  fill(): void;
  /** Frees the space again. */
  free(): void;
}

/**
 * Mounts a small in-memory file system, over an existing folder if given. Throws `Skipped` if this machine does not
 * allow it.
 */
export function mountSmallDisk({ atEnd }: Round, megabytes: number, over?: string): SmallDisk {
  const folder = over ?? temporaryFolder('disk', atEnd);
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], {
    encoding: 'utf8',
  });
  if (mounted.status !== 0)
    throw new Skipped(`a small disk cannot be mounted: ${(mounted.stderr || String(mounted.error)).trim()}`);
  atEnd.defer(() => void spawnSync('umount', ['-l', folder]));
  const ballast = join(folder, 'ballast');
  return {
    folder,
    fill: () => fill(ballast, folder),
    free: () => rmSync(ballast, { force: true }),
  };
}

function fill(ballast: string, folder: string): void {
  const file = openSync(ballast, 'a');
  const block = Buffer.alloc(4096);
  try {
    while (statfsSync(folder).bavail > 0) writeSync(file, block);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    closeSync(file);
  }
}
