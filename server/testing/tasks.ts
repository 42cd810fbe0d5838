import type { Temporal } from 'temporal-polyfill';
import type { Db } from '../db/db.ts';
import { taskKindsOf } from '../jobs.ts';
import { type EnqueueTask, taskEnqueuer } from '../management/tasks/task.ts';
import { runTask } from '../management/tasks/task-run.ts';
import { linkMails } from '../people/mailed-links/activation-and-reset-mail.ts';
import type { TestApp } from './test-app.ts';

/** Enqueues a task without running it; returns the id of its row. */
export async function requestTask(
  app: TestApp,
  asking: (tx: Db, ask: EnqueueTask, decision: { by: null; now: Temporal.Instant }) => Promise<number>,
): Promise<number> {
  const { db } = app.database;
  const ask = await taskEnqueuer(app.queue);
  return db.transaction().execute((tx) => asking(tx, ask, { by: null, now: app.clock.now }));
}

/** Runs a task to its end, like a process with ROLE=jobs. Throws if the task fails. */
export async function finishTask(app: TestApp, id: number): Promise<void> {
  const failures: unknown[] = [];
  await runTask(
    app.database.db,
    taskKindsOf(await app.queue.enqueuer(linkMails)),
    id,
    () => app.clock.now,
    (error) => failures.push(error),
  );
  if (failures.length > 0) throw failures[0];
}

/** Enqueues a task and runs it. */
export async function doTask(app: TestApp, asking: Parameters<typeof requestTask>[1]): Promise<void> {
  await finishTask(app, await requestTask(app, asking));
}

/** Computes the boards of all challenges that are new or whose dates have changed. */
export async function countChallenges(app: TestApp): Promise<void> {
  const waiting = await app.database.db
    .selectFrom('tasks')
    .select('id')
    .where('kind', '=', 'count-challenge')
    .where('state', 'in', ['waiting', 'running'])
    .orderBy('id')
    .execute();
  for (const { id } of waiting) await finishTask(app, id);
}
