import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { addressOf, onCluster } from '../../scripts/postgresql.ts';
import { type Database, openDatabase } from '../db/db.ts';
import { migrate } from '../db/migrate.ts';
import { type TestApp, testApp } from '../testing/test-app.ts';
import { type JobKind, openQueue, type Queue } from './queue.ts';

const errand: JobKind<{ to: string }> = {
  name: 'errands',
  data: z.object({ to: z.string() }),
  options: { retryLimit: 3, retryDelay: 1 },
  work: { pollingIntervalSeconds: 0.5, batchSize: 10 },
};

let app: TestApp;
let queue: Queue;
const reports: string[] = [];

beforeAll(async () => {
  app = await testApp();
  queue = openQueue(app.database.pool, { works: true, report: (error) => reports.push(String(error)) });
});
afterAll(async () => {
  await queue.stop();
  await app.close();
});

it('enqueues a job only if its transaction commits, and runs it once', async () => {
  const done: string[] = [];
  await queue.work(errand, async ({ to }) => {
    done.push(to);
  });
  const { db } = app.database;
  const enqueue = await queue.enqueuer(errand);
  const given = db.transaction().execute(async (tx) => {
    await enqueue(tx, { to: 'nowhere' });
    throw new Error('changed my mind');
  });
  await expect(given).rejects.toThrow('changed my mind');
  await db.transaction().execute((tx) => enqueue(tx, { to: 'the baker' }));
  await expect.poll(() => done, { timeout: 20_000 }).toEqual(['the baker']);
});

it('never runs the queue’s statements inside an open transaction of the app', async () => {
  const { db, pool } = app.database;
  const other = openQueue(pool, { works: true, report: (error) => reports.push(String(error)) });
  let working: Promise<void> | undefined;
  await db
    .transaction()
    .execute(async (tx) => {
      await tx.insertInto('configs').values({ key: 'first', value: '1' }).execute();
      // Starts the queue while the transaction is open; the queue waits for the connection or opens another.
      working = other.work({ ...errand, name: 'other-errands' }, async () => undefined);
      await tx.insertInto('configs').values({ key: 'second', value: '2' }).execute();
      throw new Error('changed my mind');
    })
    .catch(() => undefined);
  await working;
  const kept = await db.selectFrom('configs').select('key').where('key', 'in', ['first', 'second']).execute();
  expect(kept).toEqual([]);
  await (await other.enqueuer({ ...errand, name: 'other-errands' }))(db, { to: 'the post' });
  await other.stop();
});

it('retries only failed jobs', async () => {
  const visits: string[] = [];
  const kind = { ...errand, name: 'visits' };
  await queue.work(kind, async ({ to }) => {
    visits.push(to);
    if (to === 'the bank' && visits.filter((one) => one === to).length < 2) throw new Error('closed');
  });
  const enqueue = await queue.enqueuer(kind);
  for (const to of ['the bank', 'the library']) await enqueue(app.database.db, { to });
  await expect
    .poll(() => [...visits].sort(), { timeout: 20_000 })
    .toEqual(['the bank', 'the bank', 'the library']);
  expect(reports).toEqual(['Error: closed']);
});

it('runs a cron job in one process at a time, even if the job runs for a long time', async () => {
  const { db, pool } = app.database;
  const other = openQueue(pool, { works: true, report: (error) => reports.push(String(error)) });
  const release = Promise.withResolvers<void>();
  let begun = 0;
  const run = async () => {
    begun += 1;
    await release.promise;
  };
  // Creates the queue as earlier versions did.
  const due = await queue.enqueuer({ ...errand, name: 'slow-work', options: {} });
  // The schedule (29 February) is not due while the test runs.
  for (const one of [queue, other]) await one.repeat('slow-work', '0 0 29 2 *', run, 0.5);
  await due(db, { to: 'the mill' });
  await expect.poll(() => begun, { timeout: 20_000 }).toBe(1);
  // Makes the job appear to have run for more than 15 minutes.
  const moment = await sql<{ now: string }>`
    update jobs.job set started_on = now() - interval '20 minutes' where name = 'slow-work'
    returning now()::text as now`.execute(db);
  for (const to of ['the mill', 'the river']) await due(db, { to });
  const isPolled = async () => {
    const { rows } = await sql<{ is: boolean }>`
      select monitor_claim_on > ${moment.rows[0]?.now}::timestamptz as is from jobs.queue
      where name = 'slow-work'`.execute(db);
    return rows[0]?.is;
  };
  await expect.poll(isPolled, { timeout: 60_000, interval: 500 }).toBe(true);
  // Gives the other process time to poll for jobs.
  const done: string[] = [];
  await other.work({ ...errand, name: 'short-work' }, async ({ to }) => void done.push(to));
  const short = await other.enqueuer({ ...errand, name: 'short-work' });
  for (const to of ['a', 'b', 'c']) {
    await short(db, { to });
    await expect.poll(() => done, { timeout: 20_000 }).toContain(to);
  }
  expect(begun).toBe(1);
  release.resolve();
  // All runs that came due during the first one are merged into a single run.
  await expect.poll(() => begun, { timeout: 20_000 }).toBe(2);
  await other.stop();
});

const { engine } = inject('template');

it.skipIf(engine === 'embedded')('can be prepared by two processes at once on a new database', async () => {
  const { cluster } = inject('template') as { cluster: string };
  const name = `new_queue_${process.pid}`;
  await onCluster(cluster, `create database ${name}`);
  const databases = await Promise.all(
    [1, 2, 3].map(() => openDatabase({ databaseUrl: addressOf(cluster, name) })),
  );
  const [first, second, observer] = databases as [Database, Database, Database];
  await migrate(second.db);
  // A connection that has created something remembers what it has looked up in the system tables.
  await sql`begin; create schema other; rollback`.execute(second.db);
  const queues = [first, second].map(({ pool }) => openQueue(pool, { works: false, report: console.error }));
  const waiting = (many: number) =>
    vi.waitFor(
      async () => {
        const { rows } = await sql`
          select from pg_locks where not granted
            and database = (select oid from pg_database where datname = current_database())`.execute(
          observer.db,
        );
        expect(rows).toHaveLength(many);
      },
      { timeout: 60_000 },
    );
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  const blocking = observer.db.transaction().execute(async (tx) => {
    await sql`lock table pg_type in share mode`.execute(tx);
    await isReleased;
  });
  const preparations: Promise<void>[] = [];
  for (const queue of queues) {
    preparations.push(queue.prepared());
    await waiting(preparations.length);
  }
  release();
  await Promise.all([blocking, ...preparations]);
  await Promise.all(queues.map((queue) => queue.stop()));
  await Promise.all(databases.map((database) => database.close()));
  await onCluster(cluster, `drop database ${name} with (force)`);
});
