import { spawnSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { buildApp } from '../app.ts';
import { openQueue } from '../kit/queue.ts';
import { testSecret } from '../testing/test-app.ts';
import { type Database, openDatabase } from './db.ts';

const template = inject('template');
let disk: string;
let isMounted = false;

/** Mounts a small disk for these tests. Mounting needs root, and not every container allows it. */
beforeAll(async () => {
  disk = await mkdtemp(join(tmpdir(), 'challenge-disk-'));
  if (template.engine === 'embedded')
    isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=160m', 'tmpfs', disk]).status === 0;
});
afterAll(async () => {
  if (isMounted) spawnSync('umount', ['-l', disk]);
  await rm(disk, { recursive: true });
});

describe.skipIf(template.engine === 'postgresql')('the embedded engine on a full disk', () => {
  let database: Database;
  let app: FastifyInstance;

  it('responds with 503 while the disk is full, loses no data, and recovers once there is space', async ({
    skip,
  }) => {
    if (template.engine === 'postgresql' || !isMounted) return skip('no small disk can be mounted here');
    await mkdir(join(disk, 'database'));
    spawnSync('tar', ['-xf', template.file, '-C', join(disk, 'database')]);
    database = await openDatabase({ dataDir: disk });
    app = await buildApp({
      database,
      queue: openQueue(database.pool, { works: false, report: () => undefined }),
      basePath: '/',
      secret: testSecret,
      logLevel: 'silent',
    });
    const payload = { username: 'mia@example.com', password: 'sturdy walking shoes' };
    const signIn = async () =>
      (await app.inject({ method: 'POST', url: '/global-challenge-login', payload })).statusCode;
    expect(await signIn()).toBe(401);

    // Allocates the table's first page, so that the log, not the table, runs out of space.
    await addLine(database, 'before');
    fillDisk();
    const acknowledged = await logUntilRefused(database);
    expect(acknowledged).toBeGreaterThan(0);
    expect(await signIn()).toBe(503);
    expect((await app.inject('/healthz')).statusCode).toBe(200);
    await expect(addLine(database, 'refused')).rejects.toThrow(/reopened/);

    await rm(join(disk, 'filler'));
    await vi.waitFor(async () => expect(await signIn()).toBe(401), {
      timeout: 120_000,
      interval: 200,
    });
    const lines = async () => {
      const rows = await database.db.selectFrom('menu_items').select('label').execute();
      return rows.map(({ label }) => label);
    };
    expect((await lines()).filter((label) => label === 'acknowledged')).toHaveLength(acknowledged);
    expect((await lines()).filter((label) => label.startsWith('half'))).toEqual([]);
    await addLine(database, 'after');
    await app.close();
    await database.close();

    database = await openDatabase({ dataDir: disk });
    expect(await lines()).toContain('after');
    await database.close();
  });
});

it.skipIf(template.engine === 'postgresql')(
  'the embedded engine lets other work run between the statements of a long series',
  async () => {
    if (template.engine === 'postgresql') return;
    const folder = await mkdtemp(join(tmpdir(), 'challenge-chain-'));
    await mkdir(join(folder, 'database'));
    spawnSync('tar', ['-xf', template.file, '-C', join(folder, 'database')]);
    const database = await openDatabase({ dataDir: folder });
    let turns = 0;
    const counting = setInterval(() => {
      turns += 1;
    });
    for (let count = 0; count < 200; count += 1) await sql`select pg_sleep(0.002)`.execute(database.db);
    clearInterval(counting);
    expect(turns).toBeGreaterThan(50);
    await database.close();
    await rm(folder, { recursive: true });
  },
);

function fillDisk(): void {
  for (const size of [1024 * 1024, 4096, 1])
    try {
      for (;;) appendFileSync(join(disk, 'filler'), Buffer.alloc(size));
    } catch {}
}

let position = 0;
async function addLine({ db }: Pick<Database, 'db'>, label: string): Promise<void> {
  position += 1;
  await db
    .insertInto('menu_items')
    .values({ language: 'en', position, label, url: 'https://example.com' })
    .execute();
}

/** Commits transactions until the engine can no longer write its log; returns how many succeeded. */
async function logUntilRefused({ db }: Database): Promise<number> {
  for (let count = 0; ; count += 1)
    try {
      await db.transaction().execute(async (tx) => {
        await addLine({ db: tx }, 'acknowledged');
        try {
          await sql`select pg_logical_emit_message(true, 'log', repeat('x', 1000000))`.execute(tx);
        } catch {
          // The reopened engine must not commit this row in a new transaction.
          await addLine({ db: tx }, 'half');
        }
      });
    } catch {
      return count;
    }
}
