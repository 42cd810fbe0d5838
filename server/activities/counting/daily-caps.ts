import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Db } from '../../db/db.ts';
import { recountActivities } from '../writes/recount.ts';

/**
 * Applies the daily caps of sports (`metresUnderCap`) to the given days of these people. Call this after
 * each write, in the same transaction, with the people's records locked.
 */
export async function applyDailyCaps(
  tx: Db,
  personIds: number[],
  days: string[],
  now: Temporal.Instant,
): Promise<void> {
  await recountActivities(
    tx,
    sql<boolean>`person_id = any(${personIds}::int[]) and performed_on = any(${days}::date[])
      and sport_id in (select id from sports where daily_cap_metres is not null)`,
    now,
  );
}
