import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import { isActivated } from '../../people/activated.ts';

type ByWeek = Map<string, number>;

const toMap = (rows: { week: string; people: number }[]): ByWeek =>
  new Map(rows.map(({ week, people }) => [week, people]));

/**
 * Counts the people who logged an activity in each week between two days, both included. Weeks are identified by their
 * Monday.
 */
export async function activeByWeek(db: Db, from: string, until: string): Promise<ByWeek> {
  const { rows } = await sql<{ week: string; people: number }>`
    select date_trunc('week', performed_on::timestamp)::date::text as week, count(distinct person_id) as people
    from activities where performed_on between ${from} and ${until} and counts group by 1`.execute(db);
  return toMap(rows);
}

/**
 * Counts the people who activated their account in each week; weeks begin on Monday at midnight in the given time zone.
 */
export async function signUpsByWeek(db: Db, timeZone: string, from: string, until: string): Promise<ByWeek> {
  const { rows } = await sql<{ week: string; people: number }>`
    select date_trunc('week', activated_at at time zone ${timeZone})::date::text as week, count(*) as people
    from people
    where (activated_at at time zone ${timeZone})::date between ${from} and ${until} group by 1`.execute(db);
  return toMap(rows);
}

/** Counts the people who have activated their account. */
export async function registered(db: Db): Promise<number> {
  const { people } = await db
    .selectFrom('people')
    .select((eb) => eb.fn.countAll<number>().as('people'))
    .where(isActivated())
    .executeTakeFirstOrThrow();
  return people;
}
