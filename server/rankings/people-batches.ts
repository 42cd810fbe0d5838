import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import { shards } from './standings-writes.ts';

/** The position after a batch: its last person. */
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
 * Returns the ids of the people in the next batch of a task that processes everybody, or an empty array after
 * the last person. A batch ends after 200 people, or once it has about 4,000 activities. People in the same
 * shard of the totals follow one another, so that a batch locks few shards and concurrent entries rarely
 * wait.
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

/** Returns the position to continue from after a batch of these people; undefined if the batch is empty. */
export function cursorAfter(personIds: number[]): Cursor | undefined {
  const personId = personIds.at(-1);
  return personId === undefined ? undefined : { shard: personId % shards, personId };
}
