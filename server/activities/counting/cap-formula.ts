import { type RawBuilder, sql } from 'kysely';

/**
 * Returns SQL for the metres that each activity in a table counts under the daily cap of its sport. The activities of a
 * day count in the order of their ids until the cap is used up. The table must contain all activities of each day, with
 * the columns id, person_id, sport_id, performed_on and daily_cap_metres (null without a cap). `own` is what an
 * activity counts without a cap.
 */
export function metresUnderCap(own: RawBuilder<number>): RawBuilder<number> {
  const untilIt = sql`sum(${own}) over (partition by person_id, sport_id, performed_on order by id)`;
  return sql`case when daily_cap_metres is null then ${own} else (
    least(daily_cap_metres, ${untilIt}) - least(daily_cap_metres, ${untilIt} - ${own})
  )::int end`;
}
