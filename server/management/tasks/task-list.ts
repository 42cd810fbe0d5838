import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Language } from '../../../contract/kit/fields.ts';
import type { ManagedQuery } from '../../../contract/kit/managed-resource.ts';
import type { Task } from '../../../contract/managed/tasks.ts';
import type { Db } from '../../db/db.ts';
import type { Page } from '../../kit/hydra.ts';
import type { Iris } from '../../kit/iris.ts';
import { notFound } from '../../kit/problem-error.ts';
import { pageOf } from '../managed-list.ts';
import { textIn } from '../texts.ts';

type Shown = Omit<Task, '@context'>;

type Row = Omit<Shown, '@id' | '@type' | 'askedAt' | 'startedAt' | 'finishedAt'> & {
  askedAt: Temporal.Instant;
  startedAt: Temporal.Instant | null;
  finishedAt: Temporal.Instant | null;
};

/** Lists tasks. Names the tasks' challenges and sports in `language`, if they still exist. */
export async function listTasks(
  db: Db,
  iris: Iris,
  language: Language,
  query: ManagedQuery,
): Promise<Page<Shown>> {
  const page = await pageOf<Row>(db, rows(db, language), query, ['kind', 'subject', 'askedBy']);
  return { ...page, members: page.members.map((row) => toTask(iris, row)) };
}

/** Finds a task with its progress. Throws 404 for an unknown id. */
export async function oneTask(db: Db, iris: Iris, language: Language, id: number): Promise<Shown> {
  const row = await rows(db, language).where('tasks.id', '=', id).executeTakeFirst();
  if (!row) throw notFound();
  return toTask(iris, row as Row);
}

/** Returns an SQL expression for the current name of a task's challenge or sport. */
const subjectNow = (language: Language) => sql<string | null>`case
  when kind in ('freeze-challenge', 'count-challenge') then ${textIn(
    language,
    'challenge_translations',
    'name',
    sql`challenge_id = (select id from challenges where uuid::text = input->>'challenge')`,
  )}
  when kind = 'recount-sport' then ${textIn(language, 'sport_labels', 'label', sql`sport_id::text = input->>'sportId'`)}
end`;

const rows = (db: Db, language: Language) =>
  db
    .selectFrom('tasks')
    .leftJoin('people', 'people.id', 'tasks.person_id')
    .select((eb) => [
      'tasks.id',
      'kind',
      eb.fn.coalesce(subjectNow(language), 'subject').as('subject'),
      'state',
      'done',
      'total',
      sql<Record<string, unknown> | null>`result`.as('result'),
      'problem',
      eb
        .fn<string | null>('nullif', [eb.fn('concat_ws', [eb.val(' '), 'given_name', 'surname']), eb.val('')])
        .as('askedBy'),
      'tasks.created_at as askedAt',
      'started_at as startedAt',
      'finished_at as finishedAt',
    ]);

const toTask = (iris: Iris, row: Row): Shown => ({
  ...row,
  '@id': iris.of(`/platform/api/management/tasks/${row.id}`),
  '@type': 'Task',
  askedAt: row.askedAt.toString(),
  startedAt: row.startedAt?.toString() ?? null,
  finishedAt: row.finishedAt?.toString() ?? null,
});
