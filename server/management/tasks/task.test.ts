import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import * as tasks from '../../../contract/managed/tasks.ts';
import { DatabaseUnavailable } from '../../db/unavailable.ts';
import { ProblemError } from '../../kit/problem-error.ts';
import { openQueue } from '../../kit/queue.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { type EnqueueTask, type TaskKind, taskEnqueuer, taskJobs } from './task.ts';
import { runTask } from './task-run.ts';

interface Sowing {
  rows: number;
  stumblesAt?: number | undefined;
  how?: 'dies' | 'refuses' | 'loses' | undefined;
}

/** A task that writes a setting at each step, so that tests can check which steps have run. */
const sowing: TaskKind<Sowing, { row: number }> = {
  name: 'sowing',
  input: z.object({
    rows: z.int(),
    stumblesAt: z.optional(z.int()),
    how: z.optional(z.enum(['dies', 'refuses', 'loses'])),
  }),
  async step(tx, { rows, stumblesAt, how }, cursor) {
    const row = cursor?.row ?? 1;
    await tx
      .insertInto('configs')
      .values({ key: `sown ${row}`, value: JSON.stringify(row) })
      .execute();
    if (row === stumblesAt && stumbles > 0) {
      stumbles -= 1;
      // The error that name resolution causes while the database server restarts.
      if (how === 'loses')
        throw new DatabaseUnavailable(
          Object.assign(new Error('getaddrinfo EAI_AGAIN db'), { code: 'EAI_AGAIN' }),
        );
      throw how === 'refuses'
        ? new ProblemError(409, 'changedElsewhere')
        : Object.assign(new Error('gone'), { code: '57P01' });
    }
    const cursorAfter = row < rows ? { row: row + 1 } : undefined;
    return { cursor: cursorAfter, done: 1, total: rows, ...(cursorAfter ? {} : { result: { rows } }) };
  },
};
let stumbles = 0;

let app: TestApp;
let ask: EnqueueTask;
const reports: unknown[] = [];

beforeAll(async () => {
  app = await testApp();
  ask = await taskEnqueuer(app.queue);
});
afterAll(() => app.close());

const asked = async (input: Sowing) => {
  const { db } = app.database;
  const about = { subject: 'the field', by: null, now: app.clock.now };
  const id = await db.transaction().execute((tx) => ask(tx, sowing, input, about));
  return db.selectFrom('tasks').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
};
const run = (taskId: number) =>
  runTask(
    app.database.db,
    [sowing],
    taskId,
    () => app.clock.now,
    (error) => reports.push(error),
  );
const now = (id: number) =>
  app.database.db.selectFrom('tasks').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const sown = async () => {
  const rows = await app.database.db
    .deleteFrom('configs')
    .where('key', 'like', 'sown %')
    .returning('value')
    .execute();
  return rows.map(({ value }) => value).sort();
};

describe('a task', () => {
  it('runs step by step and reports its result', async () => {
    const task = await asked({ rows: 3 });
    expect(task).toMatchObject({ state: 'waiting', done: 0, total: null, subject: 'the field' });
    await run(task.id);
    expect(await now(task.id)).toMatchObject({ state: 'done', done: 3, total: 3, result: { rows: 3 } });
    expect(await sown()).toEqual([1, 2, 3]);
  });

  it('continues after a crash of its process and repeats no step', async () => {
    const task = await asked({ rows: 4, stumblesAt: 3, how: 'dies' });
    stumbles = 1;
    await expect(run(task.id)).rejects.toThrow('gone');
    expect(await now(task.id)).toMatchObject({ state: 'running', done: 2, total: 4, cursor: { row: 3 } });
    await run(task.id);
    expect(await now(task.id)).toMatchObject({ state: 'done', done: 4, cursor: null });
    expect(await sown()).toEqual([1, 2, 3, 4]);
  });

  it('continues after a temporary failure to resolve the database’s name', async () => {
    const task = await asked({ rows: 2, stumblesAt: 2, how: 'loses' });
    stumbles = 1;
    await expect(run(task.id)).rejects.toThrow('EAI_AGAIN');
    expect((await now(task.id)).state).toBe('running');
    await run(task.id);
    expect((await now(task.id)).state).toBe('done');
    await sown();
  });

  it('stores the problem when a step fails, and keeps its completed steps', async () => {
    const task = await asked({ rows: 4, stumblesAt: 2, how: 'refuses' });
    stumbles = 1;
    await run(task.id);
    expect(await now(task.id)).toMatchObject({ state: 'failed', problem: 'changedElsewhere', done: 1 });
    expect(reports).not.toEqual([]);
    await run(task.id);
    expect(await sown()).toEqual([1]);
  });

  it('continues at the failed step when an organiser retries the task', async () => {
    const organiser = await app.organiser();
    const task = await asked({ rows: 3, stumblesAt: 2, how: 'refuses' });
    const params = { id: task.id };
    expect((await organiser.refused(tasks.retry, { params })).status).toBe(409);
    stumbles = 1;
    await run(task.id);
    expect(await organiser.call(tasks.retry, { params })).toMatchObject({
      state: 'waiting',
      problem: null,
      done: 1,
    });
    await run(task.id);
    expect(await now(task.id)).toMatchObject({ state: 'done', done: 3 });
    expect(await sown()).toEqual([1, 2, 3]);
  });

  it('is enqueued only if its transaction commits, and is run by the queue', async () => {
    const { db, pool } = app.database;
    const about = { subject: null, by: null, now: app.clock.now };
    const given = db.transaction().execute(async (tx) => {
      await ask(tx, sowing, { rows: 9 }, about);
      throw new Error('changed my mind');
    });
    await expect(given).rejects.toThrow('changed my mind');
    const queue = openQueue(pool, { works: true, report: (error) => reports.push(error) });
    await queue.work(taskJobs, ({ taskId }) => run(taskId));
    const task = await asked({ rows: 2 });
    await expect.poll(async () => (await now(task.id)).state, { timeout: 20_000 }).toBe('done');
    await queue.stop();
    expect(await sown()).toEqual([1, 2]);
  });
});
