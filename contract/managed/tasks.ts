import * as z from 'zod/mini';
import { moment, rowNumber } from '../kit/fields.ts';
import { listQuery } from '../kit/managed-resource.ts';
import { operation } from '../kit/operation.ts';
import { collection, resource } from '../kit/resource.ts';

export const taskStates = ['waiting', 'running', 'done', 'failed'] as const;

/** A background task: it continues when its author leaves, and can be found again. */
export const Task = resource('Task', {
  id: z.int(),
  /** The kind of task, such as `recount-sport`. */
  kind: z.string(),
  /** The task's subject, in the language of the request if it contains a name. */
  subject: z.nullable(z.string()),
  state: z.enum(taskStates),
  done: z.int(),
  /** Null while unknown. */
  total: z.nullable(z.int()),
  /** The outcome; its form depends on the kind of task. */
  result: z.nullable(z.record(z.string(), z.unknown())),
  /** Key of the message about why it failed. */
  problem: z.nullable(z.string()),
  /** Null: the platform itself, or an account that is gone. */
  askedBy: z.nullable(z.string()),
  askedAt: moment,
  startedAt: z.nullable(moment),
  finishedAt: z.nullable(moment),
});
export type Task = z.infer<typeof Task>;

export const list = operation({
  method: 'GET',
  path: '/platform/api/management/tasks',
  summary: 'Lists background tasks, the newest first.',
  access: 'organiser',
  query: listQuery(['id'], {
    state: z.optional(z.enum(taskStates, 'value.invalid')),
    kind: z.optional(z.string()),
  }),
  answer: collection(Task, {}),
});

export const retry = operation({
  method: 'POST',
  path: '/platform/api/management/tasks/:id/retry',
  summary: 'Resumes a failed task where it stopped; 409 if it has not failed.',
  access: 'organiser',
  params: z.object({ id: rowNumber }),
  answer: Task,
});

export const one = operation({
  method: 'GET',
  path: '/platform/api/management/tasks/:id',
  summary: 'Returns a task and its progress.',
  access: 'organiser',
  params: z.object({ id: rowNumber }),
  answer: Task,
});
