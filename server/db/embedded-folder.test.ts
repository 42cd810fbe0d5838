import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { finishReplacing, replaceDatabase } from './embedded-folder.ts';

it('replaces the database, and restores the previous one if the process is killed before the new one is in place', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'challenge-folder-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const make = async (name: string) => {
    await mkdir(join(folder, name));
    await writeFile(join(folder, name, 'content'), name);
  };
  const content = () => readFile(join(folder, 'database', 'content'), 'utf8');
  await make('database');
  await make('new');
  await replaceDatabase(folder, join(folder, 'new'));
  expect(await content()).toBe('new');

  await rename(join(folder, 'database'), join(folder, 'database-replaced'));
  await finishReplacing(folder);
  expect(await content()).toBe('new');
  await make('database-replaced');
  await finishReplacing(folder);
  expect(await content()).toBe('new');
  expect(await readdir(folder)).toEqual(['database']);
});
