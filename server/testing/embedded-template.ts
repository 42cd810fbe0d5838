import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../db/db.ts';
import { migrate } from '../db/migrate.ts';

/** Creates one migrated embedded database, which every test file copies. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'challenge-template-'));
  const database = await openDatabase({});
  await migrate(database.db);
  const dump = await database.pglite?.dumpDataDir('none');
  if (!dump) throw new Error('the embedded engine is not in use');
  const file = join(folder, 'template.tar');
  await writeFile(file, Buffer.from(await dump.arrayBuffer()));
  await database.close();
  project.provide('template', { engine: 'embedded', file });
  return () => rm(folder, { recursive: true });
}
