import * as z from 'zod/mini';
import { moment, rowNumber } from '../kit/fields.ts';
import { listQuery } from '../kit/managed-resource.ts';
import { operation } from '../kit/operation.ts';
import { collection, resource } from '../kit/resource.ts';

export const taskStates = ['waiting', 'running', 'done', 'failed'] as const;

/** A background task: it continues when its author leaves, and can be found again. */
export const Task = resource('Task', {
  id: z.int(),
  /** What is done, such as `recount-sport`. */
  kind: z.string(),
  /** What it is about, in the language of the request where it has a name in it. */
  subject: z.nullable(z.string()),
  state: z.enum(taskStates),
  done: z.int(),
  /** None where it is not known yet. */
  total: z.nullable(z.int()),
  /** The outcome; its form depends on the kind of task. */
  result: z.nullable(z.record(z.string(), z.unknown())),
  /** Key of the problem that it ended with. */
  problem: z.nullable(z.string()),
  /** None: the platform itself, or an account that is gone. */
  askedBy: z.nullable(z.string()),
  askedAt: moment,
  startedAt: z.nullable(moment),
  finishedAt: z.nullable(moment),
});
export type Task = z.infer<typeof Task>;

export const list = operation({
  method: 'GET',
  path: '/platform/api/management/tasks',
  summary: 'Long work that was asked for, the newest first.',
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
  summary: 'Goes on with a task that has failed, from where it was; 409 where it has not.',
  access: 'organiser',
  params: z.object({ id: rowNumber }),
  answer: Task,
});

export const one = operation({
  method: 'GET',
  path: '/platform/api/management/tasks/:id',
  summary: 'How far a task has come.',
  access: 'organiser',
  params: z.object({ id: rowNumber }),
  answer: Task,
});
