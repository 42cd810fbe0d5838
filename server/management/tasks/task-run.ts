import type { Temporal } from 'temporal-polyfill';
import type { Db } from '../../db/db.ts';
import { DatabaseUnavailable } from '../../db/unavailable.ts';
import { ProblemError } from '../../kit/problem-error.ts';
import type { AnyTaskKind } from './task.ts';

/**
 * Runs a task to its end, from the last completed step. Does nothing if the task is done, has failed or no longer
 * exists. Temporary errors are rethrown, so that the queue retries; any other error marks the task as failed and is
 * passed to `report`.
 */
export async function runTask(
  db: Db,
  kinds: AnyTaskKind[],
  taskId: number,
  clock: () => Temporal.Instant,
  report: (error: unknown) => void,
): Promise<void> {
  try {
    while (await takeStep(db, kinds, taskId, clock()));
  } catch (error) {
    if (isTemporary(error)) throw error;
    report(error);
    await db
      .updateTable('tasks')
      .set({
        state: 'failed',
        problem: error instanceof ProblemError ? error.key : 'unexpected',
        finished_at: clock().toString(),
      })
      .where('id', '=', taskId)
      .where('state', 'in', ['waiting', 'running'])
      .execute();
  }
}

/**
 * Runs one step; returns whether more steps remain. Locks the task's row, so that no two processes run the same step.
 */
async function takeStep(
  db: Db,
  kinds: AnyTaskKind[],
  taskId: number,
  now: Temporal.Instant,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const task = await tx
      .selectFrom('tasks')
      .select(['kind', 'input', 'cursor', 'done', 'total', 'started_at'])
      .where('id', '=', taskId)
      .where('state', 'in', ['waiting', 'running'])
      .forUpdate()
      .executeTakeFirst();
    if (!task) return false;
    const kind = kinds.find(({ name }) => name === task.kind);
    if (!kind) throw new Error(`no handler for tasks of the kind ${task.kind}`);
    const step = await kind.step(tx, kind.input.parse(task.input), task.cursor ?? undefined, now);
    const done = task.done + step.done;
    const isDone = step.cursor === undefined;
    await tx
      .updateTable('tasks')
      .set({
        done,
        // The total grows if rows are added during the task, so that the progress never exceeds it.
        total: isDone ? done : Math.max(done, step.total ?? task.total ?? 0) || null,
        cursor: step.cursor ? JSON.stringify(step.cursor) : null,
        state: isDone ? 'done' : 'running',
        result: step.result ? JSON.stringify(step.result) : null,
        started_at: (task.started_at ?? now).toString(),
        finished_at: isDone ? now.toString() : null,
      })
      .where('id', '=', taskId)
      .execute();
    return !isDone;
  });
}

/**
 * PostgreSQL's error codes (appendix A of its manual) for temporary errors: class 08, broken connection; class 40,
 * conflict with other transactions; class 53, insufficient resources; 55P03, lock not available; class 57, server
 * stopping.
 */
const temporaryCodes = /^(08|40|53|57)|^55P03$/;

/** Returns whether an error is temporary and not caused by the task. Errors with Node's codes are connection errors. */
function isTemporary(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true;
  const code = (error as { code?: unknown }).code;
  return typeof code === 'string' && (temporaryCodes.test(code) || /^E[A-Z]+$/.test(code));
}
