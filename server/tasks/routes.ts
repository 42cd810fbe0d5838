import type { api } from '../../contract/api.ts';
import type { Context } from '../context.ts';
import type { Handlers } from '../kit/mount.ts';
import type { Queue } from '../kit/queue.ts';
import { authorOf } from '../management/managed-routes.ts';
import { taskJobs } from './task.ts';
import { listTasks, oneTask } from './task-list.ts';
import { retryTask } from './task-retry.ts';

export const taskManagement = (queue: Queue): Handlers<Context, typeof api.managedTasks> => ({
  list: ({ db, iris }, { query }) => listTasks(db, iris, query),
  one: ({ db, iris }, { params }) => oneTask(db, iris, params.id),
  retry: async (context, { params }) => {
    const { db, iris } = context;
    await retryTask(db, await queue.enqueuer(taskJobs), params.id, authorOf(context));
    return oneTask(db, iris, params.id);
  },
});
