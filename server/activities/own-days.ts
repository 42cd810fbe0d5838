import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { ActivityDay } from '../../contract/activities.ts';
import type { Db } from '../db/db.ts';
import type { Iris } from '../kit/iris.ts';
import type { Person } from '../people/person.ts';

/** How far back to list, in days. A month has up to 31 days, and its first week may start up to 6 days earlier. */
const daysBack = 37;

/** Lists a person's counted kilometres per day, newest first. Leaves out days without kilometres. */
export async function ownDays(
  db: Db,
  iris: Iris,
  person: Person,
  today: Temporal.PlainDate,
): Promise<Omit<ActivityDay, '@context'>[]> {
  const rows = await db
    .selectFrom('activities')
    .select(['performed_on', sql<number>`sum(counted_metres)::int`.as('metres')])
    .where('person_id', '=', person.id)
    .where('performed_on', '>=', today.subtract({ days: daysBack }).toString())
    .groupBy('performed_on')
    .having(sql<boolean>`sum(counted_metres) > 0`)
    .orderBy('performed_on', 'desc')
    .execute();
  return rows.map(({ performed_on, metres }) => ({
    '@id': iris.of(`/platform/api/activity_days/${performed_on}`),
    '@type': 'ActivityDay',
    day: performed_on,
    kilometers: metres / 1000,
  }));
}
