import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../db/db.ts';
import { migrate } from '../db/migrate.ts';
import { openQueue } from '../kit/queue.ts';

/**
 * Creates an embedded database with all migrations applied and with the queue’s tables. Tests start from a copy of it,
 * in memory or as a data folder.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'challenge-template-'));
  const dataDir = join(folder, 'data');
  await mkdir(dataDir);
  const pglite = await PGlite.create(join(dataDir, 'database'));
  const { db, pool, close } = await openDatabase({ pglite });
  await migrate(db);
  const queue = openQueue(pool, { works: false, report: console.error });
  await queue.prepared();
  await queue.stop();
  // No test creates databases in this engine. Without its template databases, a copy is a third smaller.
  await pglite.query('update pg_database set datistemplate = false, datallowconn = true');
  for (const name of ['template0', 'template1']) await pglite.query(`drop database ${name}`);
  await pglite.query('checkpoint');
  const file = join(folder, 'template.tar');
  await writeFile(file, Buffer.from(await (await pglite.dumpDataDir('none')).arrayBuffer()));
  await close();
  await pglite.close();
  project.provide('template', { engine: 'embedded', file, dataDir });
  return () => rm(folder, { recursive: true });
}
