import { type RawBuilder, sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Db } from '../../db/db.ts';
import { withStandings } from '../../rankings/standings-writes.ts';
import { countedMetres } from '../../sports/kilometres.ts';
import { metresUnderCap } from '../counting/cap-formula.ts';
import { changeOf } from './activity-change.ts';

interface Recounting {
  /**
   * SQL for the number of an activity's steps that already count in other activities. By default, the stored value is
   * kept.
   */
  stepsElsewhere?: RawBuilder<unknown>;
  /** The SQL that adds the changes to the boards. Defaults to `withStandings`. */
  boardChanges?: RawBuilder<unknown>;
}

/**
 * Recounts the selected activities by the current rules, and returns how many were selected. Always select
 * whole days of a person and sport, because the entries of a day use up the daily cap in order, from the
 * first to the last.
 */
export async function recountActivities(
  tx: Db,
  which: RawBuilder<boolean>,
  now: Temporal.Instant,
  { stepsElsewhere = sql`activities.steps_elsewhere`, boardChanges = withStandings(now) }: Recounting = {},
): Promise<number> {
  const { rows } = await sql<{ selected: number }>`
    with wanted as (
      select activities.*, (${stepsElsewhere})::int as wanted_elsewhere from activities where ${which}
      order by id for update
    ),
    counted as (
      select wanted.*, daily_cap_metres,
        case when counts then ${countedMetres(sql`wanted`, sql`wanted_elsewhere`)} else 0 end as own_metres
      from wanted join sports on sports.id = wanted.sport_id
    ),
    given as (
      select counted.*, ${metresUnderCap(sql.ref('own_metres'))} as wanted_metres from counted
    ),
    entry as (
      update activities set counted_metres = wanted_metres, steps_elsewhere = wanted_elsewhere
      from given
      where activities.id = given.id
        and (activities.counted_metres, activities.steps_elsewhere) is distinct from (wanted_metres, wanted_elsewhere)
      returning activities.*
    ),
    before as (select given.* from given join entry on entry.id = given.id),
    change as (${changeOf(sql`before`, -1)} union all ${changeOf(sql`entry`, 1)}),
    ${boardChanges}
    select count(*)::int as selected from given`.execute(tx);
  return rows[0]?.selected ?? 0;
}
