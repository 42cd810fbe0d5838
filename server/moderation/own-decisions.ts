import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { DecisionCase } from '../../contract/decisions.ts';
import type { Db } from '../db/db.ts';
import type { Page } from '../kit/hydra.ts';
import type { Iris } from '../kit/iris.ts';
import { notFound, ProblemError } from '../kit/problem-error.ts';
import type { Person } from '../people/person.ts';

type Shown = Omit<DecisionCase, '@context'>;
type Row = Omit<Shown, '@id' | '@type'>;

const collection = '/platform/api/decisions';

/** How many of the latest cases are listed: more than anybody has in years. */
const mostCases = 100;

/** Lists the decisions about a person's own activities and comments, latest first. */
export async function listOwnDecisions(db: Db, iris: Iris, person: Person): Promise<Page<Shown>> {
  const { rows } = await ownCases(db, person, mostCases);
  return { members: rows.map((row) => toCase(iris, row)), totalItems: rows.length };
}

/**
 * Stores a person's answer to a decision about their own activity or comment, which reopens the case. Throws 404 if the
 * decision does not exist, 409 if it was already answered.
 */
export async function answerDecision(
  db: Db,
  iris: Iris,
  person: Person,
  uuid: string,
  answer: string,
  now: Temporal.Instant,
): Promise<Shown> {
  await db.transaction().execute(async (tx) => {
    const item = await tx
      .selectFrom('cases')
      .select(['id', 'answered_at'])
      .where('uuid', '=', uuid)
      .where('person_id', '=', person.id)
      .where((eb) =>
        eb.exists(eb.selectFrom('case_decisions').select('id').whereRef('case_id', '=', 'cases.id')),
      )
      .forUpdate()
      .executeTakeFirst();
    if (!item) throw notFound();
    if (item.answered_at) throw new ProblemError(409, 'answeredBefore');
    await tx
      .updateTable('cases')
      .set({ answer, answered_at: now.toString(), opened_at: now.toString(), is_open: true })
      .where('id', '=', item.id)
      .execute();
  });
  const { rows } = await ownCases(db, person, 1, uuid);
  // The case may have been removed between the two statements.
  if (!rows[0]) throw notFound();
  return toCase(iris, rows[0]);
}

const ownCases = (db: Db, person: Person, most: number, uuid?: string) =>
  sql<Row>`
    select item.uuid, content as comment, is_open as "isOpen", answer,
      to_jsonb(answered_at) #>> '{}' as "answeredAt", decided.decisions
    from cases as item
    left join activity_comments on activity_comments.id = comment_id
    cross join lateral (
      select max(id) as latest,
        jsonb_agg(
          jsonb_build_object('decision', decision, 'reason', reason, 'at', decided_at, 'before', before, 'after', after)
          order by id desc
        ) as decisions
      from case_decisions where case_id = item.id
    ) as decided
    where item.person_id = ${person.id} and latest is not null
      ${uuid === undefined ? sql`` : sql`and item.uuid = ${uuid}`}
    order by latest desc limit ${most}`.execute(db);

const toCase = (iris: Iris, row: Row): Shown => ({
  '@id': iris.of(`${collection}/${row.uuid}`),
  '@type': 'Matter',
  ...row,
});
