import type { api } from '../../../contract/api.ts';
import type { Context } from '../../context.ts';
import type { Handlers } from '../../kit/mount.ts';
import type { Queue } from '../../kit/queue.ts';
import { authorOf } from '../managed-routes.ts';
import { taskJobs } from './task.ts';
import { listTasks, oneTask } from './task-list.ts';
import { retryTask } from './task-retry.ts';

export const taskManagement = (queue: Queue): Handlers<Context, typeof api.managedTasks> => ({
  list: ({ db, iris, language }, { query }) => listTasks(db, iris, language, query),
  one: ({ db, iris, language }, { params }) => oneTask(db, iris, language, params.id),
  retry: async (context, { params }) => {
    const { db, iris, language } = context;
    await retryTask(db, await queue.enqueuer(taskJobs), params.id, authorOf(context));
    return oneTask(db, iris, language, params.id);
  },
});
