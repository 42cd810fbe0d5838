import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import type { Db } from '../../db/db.ts';
import type { Enqueue, JobKind, Queue } from '../../kit/queue.ts';

/** The outcome of a step of a task. */
export interface Step<Cursor> {
  /** Where the next step continues; undefined: the task is done. */
  cursor: Cursor | undefined;
  /** How much progress this step made. */
  done: number;
  /** The total, if it is known now. */
  total?: number;
  /** The result of the task, returned by its last step. */
  result?: object;
}

/**
 * A kind of long work, done in steps. Each step is a transaction that also stores the progress, so it is done exactly
 * once, even after a crash. `cursor` is undefined at the first step.
 */
export interface TaskKind<Input extends object, Cursor extends object> {
  name: string;
  input: z.ZodMiniType<Input>;
  step(tx: Db, input: Input, cursor: Cursor | undefined, now: Temporal.Instant): Promise<Step<Cursor>>;
}

/** Any kind of task. */
export type AnyTaskKind = TaskKind<object, object>;

/** The job of a task. */
export interface TaskJob {
  taskId: number;
}

export const taskJobs: JobKind<TaskJob> = {
  name: 'tasks',
  data: z.object({ taskId: z.int() }),
  // After a conflict or a database restart, retries after a second and more, for half an hour.
  options: { retryLimit: 30, retryDelay: 1, retryBackoff: true, retryDelayMax: 60, heartbeatSeconds: 30 },
  // One task at a time per process: tasks are heavy, and participants come first.
  work: { pollingIntervalSeconds: 1, batchSize: 1 },
};

/** Starts a task in the transaction that causes it; returns its id. `by` null: the platform itself. */
export type EnqueueTask = <Input extends object, Cursor extends object>(
  tx: Db,
  kind: TaskKind<Input, Cursor>,
  input: Input,
  about: { subject: string | null; by: number | null; now: Temporal.Instant },
) => Promise<number>;

/** Returns a function that starts tasks. Call it before the transaction begins, like `Queue.enqueuer`. */
export async function taskEnqueuer(queue: Queue): Promise<EnqueueTask> {
  return askingBy(await queue.enqueuer(taskJobs));
}

/** The function that starts tasks, given one that enqueues their jobs. */
export function askingBy(enqueue: Enqueue<TaskJob>): EnqueueTask {
  return async (tx, kind, input, { subject, by, now }) => {
    const { id } = await tx
      .insertInto('tasks')
      .values({
        kind: kind.name,
        subject,
        person_id: by,
        input: JSON.stringify(input),
        created_at: now.toString(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await enqueue(tx, { taskId: id });
    return id;
  };
}

/** Whether a task of one of these kinds is waiting or running; with `challenge`, one about that challenge. */
export async function tasksUnderWay(db: Db, kinds: AnyTaskKind[], challenge?: string): Promise<boolean> {
  const underWay = db
    .selectFrom('tasks')
    .select('id')
    .where('state', 'in', ['waiting', 'running'])
    .where(
      'kind',
      'in',
      kinds.map(({ name }) => name),
    );
  const about =
    challenge === undefined ? underWay : underWay.where(sql<boolean>`input ->> 'challenge' = ${challenge}`);
  return (await about.limit(1).execute()).length > 0;
}
