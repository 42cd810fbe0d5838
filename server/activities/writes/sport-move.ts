import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Db } from '../../db/db.ts';
import { withStandingsOfMany } from '../../rankings/standings-writes.ts';
import { countedMetres } from '../../sports/kilometres.ts';
import { changeOf } from './activity-change.ts';

/**
 * Moves received activities to another sport and updates every board. The amount that counts is the distance if the new
 * sport has one, otherwise the time, otherwise the steps. The caller must have locked the records and rows of all
 * people concerned.
 */
export async function moveToSport(
  tx: Db,
  activityIds: number[],
  sportId: number,
  now: Temporal.Instant,
): Promise<void> {
  await sql`
    with before as (select * from activities where id = any(${activityIds}::bigint[]) order by id for update),
    given as (
      select before.id, before.seconds, before.metres, before.steps, before.counts, before.steps_elsewhere,
        case when metres is not null and (has_distance or seconds is null) then 'km'
          when seconds is not null then 'time' else 'steps' end as amount_type
      from before cross join sports where sports.id = ${sportId}
    ),
    entry as (
      update activities set sport_id = sports.id, amount_type = given.amount_type,
        counted_metres = case when given.counts then ${countedMetres(sql`given`, sql`given.steps_elsewhere`)} else 0 end
      from given cross join sports
      where activities.id = given.id and sports.id = ${sportId}
      returning activities.*
    ),
    change as (${changeOf(sql`before`, -1)} union all ${changeOf(sql`entry`, 1)}),
    ${withStandingsOfMany(now)}
    select from entry`.execute(tx);
}
