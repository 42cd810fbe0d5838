import type { Db } from '../../db/db.ts';
import { notFound, ProblemError } from '../../kit/problem-error.ts';
import type { Enqueue } from '../../kit/queue.ts';
import { logChange } from '../change-log.ts';
import type { Author } from '../managed-resource.ts';
import type { TaskJob } from './task.ts';

/** Resumes a failed task at the step that failed. Throws 404 for an unknown id, 409 if the task has not failed. */
export async function retryTask(
  db: Db,
  enqueue: Enqueue<TaskJob>,
  id: number,
  { id: actor, now }: Author,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const task = await tx
      .selectFrom('tasks')
      .select(['state', 'problem'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!task) throw notFound();
    if (task.state !== 'failed') throw new ProblemError(409, 'taskNotFailed');
    const after = { state: 'waiting', problem: null } as const;
    await tx
      .updateTable('tasks')
      .set({ ...after, finished_at: null })
      .where('id', '=', id)
      .execute();
    await enqueue(tx, { taskId: id });
    await logChange(tx, {
      actor,
      now,
      resource: 'tasks',
      resourceId: id,
      action: 'retry',
      before: task,
      after,
    });
  });
}
