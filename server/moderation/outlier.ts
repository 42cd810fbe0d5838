import { type RawBuilder, sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import { sportRecords } from '../../contract/sport-records.ts';

/**
 * A person's habit is the median of their latest activities of a sport type. With fewer than `fewest` activities, a
 * person has no habit.
 */
const habit = { latest: 20, fewest: 5, times: 3 };

const bounds = sql.join(
  Object.entries(sportRecords).map(
    ([type, { day, speed, usual }]) =>
      sql`(${sql.lit(type)}, ${sql.lit(day)}, ${sql.lit(speed)}, ${sql.lit(usual)})`,
  ),
);

/** SQL for the other counting activities of the same person and the same sport type as `entry`. */
const others = sql`
  activities as other join sports as other_sport on other_sport.id = other.sport_id
  where other.person_id = entry.person_id and other.id <> entry.id and other.counts
    and other_sport.type = sports.type`;

/**
 * Returns SQL to append to a statement that writes activities in a CTE named `entry`. The SQL adds outliers to the
 * inbox: activities that exceed a known record, three times the person's median or, if the person has too few
 * activities, a usual maximum. It reads only one day and twenty activities per person, from an index. An outlier that
 * was decided on returns to the inbox only if it later exceeds another limit or the amount that was decided on. If an
 * activity becomes normal before a decision, its case is deleted, unless the activity is held until that decision. If
 * an activity's time is not stored, pass it as `hidden`. The case then does not show the speed, because the time could
 * be calculated from it.
 */
export function withOutliers(
  now: Temporal.Instant,
  hidden?: { seconds: number | null },
): RawBuilder<unknown> {
  const seconds = hidden ? sql`coalesce(entry.seconds, ${hidden.seconds}::int)` : sql`entry.seconds`;
  const shownSpeed = hidden ? sql`least(speed, speed_bound)` : sql`speed`;
  return sql`
    outlier_measured as (
      select entry.id, entry.person_id, entry.counts and entry.counted_metres > 0 as counts, entry.counted_metres,
        entry.correction, usual.entries, usual.median, bounds.day as day_bound, bounds.speed as speed_bound, bounds.usual as usual_bound,
        coalesce(entry.metres, entry.steps * sports.metres_per_step, 0) + of_day.metres as of_day,
        entry.metres * 3600.0 / ${seconds} as speed
      from entry join sports on sports.id = entry.sport_id
      left join (values ${bounds}) as bounds (type, day, speed, usual) on bounds.type = sports.type
      cross join lateral (
        select count(*) as entries, percentile_cont(0.5) within group (order by counted_metres) as median
        from (
          select other.counted_metres from ${others} and other.counted_metres > 0
          order by other.performed_on desc, other.id desc limit ${sql.lit(habit.latest)}
        ) as latest
      ) as usual
      cross join lateral (
        select coalesce(sum(coalesce(other.metres, other.steps * other_sport.metres_per_step)), 0) as metres
        from ${others} and other.performed_on = entry.performed_on
      ) as of_day
    ),
    outlier as (
      select id, person_id, finding, measured, bound from outlier_measured
      cross join lateral (values
        (1, 'speed', ${shownSpeed}, speed_bound, speed > speed_bound),
        (2, 'day', of_day, day_bound, of_day > day_bound),
        (3, 'habit', counted_metres, ${sql.lit(habit.times)} * median,
          entries >= ${sql.lit(habit.fewest)} and counted_metres > ${sql.lit(habit.times)} * median),
        (4, 'usual', counted_metres, usual_bound,
          entries < ${sql.lit(habit.fewest)} and counted_metres > usual_bound)
      ) as measures (place, finding, measured, bound, is_beyond)
      where counts and is_beyond
        and place = (case when speed > speed_bound then 1 when of_day > day_bound then 2
          when entries >= ${sql.lit(habit.fewest)} then 3 else 4 end)
    ),
    outlier_opened as (
      insert into cases (kind, person_id, activity_id, opened_at, is_open, finding, measured, bound)
      select 'outlier', person_id, id, ${now.toString()}::timestamptz, true, finding, round(measured), round(bound)
      from outlier
      on conflict (activity_id) where kind = 'outlier' do update
      set finding = excluded.finding, measured = excluded.measured, bound = excluded.bound,
        opened_at = case when cases.is_open then cases.opened_at else excluded.opened_at end,
        is_open = true
      where cases.is_open or excluded.finding <> cases.finding
        or excluded.measured > cases.measured
    ),
    outlier_gone as (
      delete from cases where kind = 'outlier' and is_open
        and activity_id in (
          select id from outlier_measured where correction is null except select id from outlier
        )
        and not exists (select from case_decisions where case_id = cases.id)
    )`;
}
