import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import { shards } from './standings-writes.ts';

/** The last person that a batch has processed. */
export interface Cursor {
  shard: number;
  personId: number;
}

/**
 * The maximum size of a batch. A batch takes only a fraction of a second, so that concurrent entries do not wait long.
 */
const activitiesAtOnce = 4000;
const peopleAtOnce = 200;

/**
 * Returns the ids of the next people when a task processes everybody, or an empty array after the last person. A batch
 * has up to a few thousand activities. The people in a batch share one shard of the totals, or use a few consecutive
 * ones, so that concurrent entries rarely wait.
 */
export async function nextPeopleBatch(tx: Db, after: Cursor | undefined): Promise<number[]> {
  const order = sql`people.id % ${sql.lit(shards)}, people.id`;
  const { rows } = await sql<{ id: number }>`
    select id from (
      select people.id, sum(coalesce(activities, 0)) over (order by ${order}) - coalesce(activities, 0) as before
      from (
        select id from people
        where (${order}) > (${after?.shard ?? -1}::int, ${after?.personId ?? 0}::int)
        order by ${order} limit ${peopleAtOnce}
      ) as people
      left join standings on board = 'all' and sport = 'all' and person_id = people.id
    ) as people
    where before < ${activitiesAtOnce}
    order by ${order}`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Returns the last person in a batch, as the position to continue from. */
export function cursorAfter(personIds: number[]): Cursor | undefined {
  const personId = personIds.at(-1);
  return personId === undefined ? undefined : { shard: personId % shards, personId };
}
