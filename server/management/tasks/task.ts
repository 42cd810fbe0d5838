import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import type { Db } from '../../db/db.ts';
import type { Enqueue, JobKind, Queue } from '../../kit/queue.ts';

/** The result of one step of a task. */
export interface Step<Cursor> {
  /** Where the next step continues; undefined when the task is done. */
  cursor: Cursor | undefined;
  /** The progress of this step, in the same unit as `total`. */
  done: number;
  /** The total amount of work, if known. */
  total?: number;
  /** The result of the task, returned by its last step. */
  result?: object;
}

/**
 * A kind of task: long-running work that is done in steps. Each step is a transaction that also stores the progress, so
 * each step runs exactly once, even after a crash. `cursor` is undefined at the first step.
 */
export interface TaskKind<Input extends object, Cursor extends object> {
  name: string;
  input: z.ZodMiniType<Input>;
  step(tx: Db, input: Input, cursor: Cursor | undefined, now: Temporal.Instant): Promise<Step<Cursor>>;
}

export type AnyTaskKind = TaskKind<object, object>;

/** The queue job that runs a task. */
export interface TaskJob {
  taskId: number;
}

export const taskJobs: JobKind<TaskJob> = {
  name: 'tasks',
  data: z.object({ taskId: z.int() }),
  // After a conflict or a database restart, the job is retried for half an hour, with increasing delays.
  options: { retryLimit: 30, retryDelay: 1, retryBackoff: true, retryDelayMax: 60, heartbeatSeconds: 30 },
  // Tasks are heavy, and participants come first, so each process runs one task at a time.
  work: { pollingIntervalSeconds: 1, batchSize: 1 },
};

/** Enqueues a task in a transaction and returns its id. `by` is the organiser's id; null for the platform itself. */
export type EnqueueTask = <Input extends object, Cursor extends object>(
  tx: Db,
  kind: TaskKind<Input, Cursor>,
  input: Input,
  about: { subject: string | null; by: number | null; now: Temporal.Instant },
) => Promise<number>;

/** Returns a function that enqueues tasks. Call this before the transaction begins, as with `Queue.enqueuer`. */
export async function taskEnqueuer(queue: Queue): Promise<EnqueueTask> {
  return enqueuerOf(await queue.enqueuer(taskJobs));
}

/** Returns a function that enqueues tasks, given the function that enqueues their jobs. */
export function enqueuerOf(enqueue: Enqueue<TaskJob>): EnqueueTask {
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

/**
 * Returns whether a task of one of these kinds is waiting or running; with `challenge`, only tasks of that challenge
 * count.
 */
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
