import * as z from 'zod/mini';
import { moment, rowNumber } from '../kit/fields.ts';
import { listQuery } from '../kit/managed-resource.ts';
import { operation } from '../kit/operation.ts';
import { collection, resource } from '../kit/resource.ts';

export const taskStates = ['waiting', 'running', 'done', 'failed'] as const;

/** A background task, which continues after the person who started it has left the page. */
export const Task = resource('Task', {
  id: z.int(),
  /** The kind of task, for example `recount-sport`. */
  kind: z.string(),
  /** The subject of the task; a name in the subject is in the language of the request. */
  subject: z.nullable(z.string()),
  state: z.enum(taskStates),
  done: z.int(),
  /** The number of steps; null while the number is unknown. */
  total: z.nullable(z.int()),
  /** The outcome; its fields depend on the kind of task. */
  result: z.nullable(z.record(z.string(), z.unknown())),
  /** The key of the message that says why the task failed. */
  problem: z.nullable(z.string()),
  /** Who started the task; null if it was the platform itself or a person whose account was deleted. */
  askedBy: z.nullable(z.string()),
  askedAt: moment,
  startedAt: z.nullable(moment),
  finishedAt: z.nullable(moment),
});
export type Task = z.infer<typeof Task>;

export const list = operation({
  method: 'GET',
  path: '/platform/api/management/tasks',
  summary: 'Lists background tasks, newest first.',
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
  summary: 'Resumes a failed task where it stopped; 409 if the task has not failed.',
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
