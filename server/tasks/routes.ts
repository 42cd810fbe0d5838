import type { api } from '../../contract/api.ts';
import type { Context } from '../context.ts';
import type { Handlers } from '../kit/mount.ts';
import { listTasks, oneTask } from './task-list.ts';

export const taskRoutes: Handlers<Context, typeof api.managedTasks> = {
  list: ({ db, iris }, { query }) => listTasks(db, iris, query),
  one: ({ db, iris }, { params }) => oneTask(db, iris, params.id),
};
