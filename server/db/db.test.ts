import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { lockFolder } from './folder-lock.ts';

it('lets a data folder be opened by one process at a time', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'challenge-lock-'));
  const unlock = await lockFolder(folder);
  await expect(lockFolder(folder)).rejects.toThrow(/Another process uses the data/);
  await unlock();
  await (await lockFolder(folder))();
  await rm(folder, { recursive: true });
});
