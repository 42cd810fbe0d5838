import type { Task } from '../../contract/management/tasks.ts';
import type { Db } from '../db/db.ts';
import type { Page } from '../kit/hydra.ts';
import type { Iris } from '../kit/iris.ts';
import { notFound } from '../kit/problem-error.ts';

export const taskCollection = '/platform/api/management/tasks';

type Shown = Omit<Task, '@context'>;

/** The tasks of a page, the newest first; only those that are under way where `underWay` says so. */
export async function listTasks(
  db: Db,
  iris: Iris,
  { page, itemsPerPage, underWay }: { page: number; itemsPerPage: number; underWay?: boolean | undefined },
): Promise<Page<Shown>> {
  const wanted = underWay ? tasks(db).where('state', 'in', ['waiting', 'running']) : tasks(db);
  const [rows, { count }] = await Promise.all([
    wanted
      .orderBy('tasks.id', 'desc')
      .limit(itemsPerPage)
      .offset((page - 1) * itemsPerPage)
      .execute(),
    wanted
      .clearSelect()
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  ]);
  return { members: rows.map((row) => toTask(iris, row)), totalItems: count };
}

/** The task of a uuid. Throws 404 where there is none. */
export async function oneTask(db: Db, iris: Iris, uuid: string): Promise<Shown> {
  const found = await tasks(db).where('tasks.uuid', '=', uuid).executeTakeFirst();
  if (!found) throw notFound();
  return toTask(iris, found);
}

const tasks = (db: Db) =>
  db
    .selectFrom('tasks')
    .leftJoin('people', 'people.id', 'tasks.person_id')
    .select([
      'tasks.uuid',
      'tasks.kind',
      'tasks.subject',
      'tasks.state',
      'tasks.done',
      'tasks.total',
      'tasks.result',
      'tasks.problem',
      'tasks.created_at',
      'tasks.started_at',
      'tasks.finished_at',
      'people.given_name',
      'people.surname',
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof tasks>['executeTakeFirstOrThrow']>>;

function toTask(iris: Iris, row: Row): Shown {
  return {
    '@id': iris.of(`${taskCollection}/${row.uuid}`),
    '@type': 'Task',
    uuid: row.uuid,
    kind: row.kind,
    subject: row.subject,
    state: row.state,
    done: row.done,
    total: row.total,
    result: row.result as Record<string, unknown> | null,
    problem: row.problem,
    askedBy: row.given_name === null ? null : `${row.given_name} ${row.surname}`,
    askedAt: row.created_at.toString(),
    startedAt: row.started_at?.toString() ?? null,
    finishedAt: row.finished_at?.toString() ?? null,
  };
}
