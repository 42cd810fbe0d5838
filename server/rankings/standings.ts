import { type RawBuilder, sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Db } from '../db/db.ts';

/** Shards of a board's totals: enough that people who log at the same moment rarely meet on one row. */
const shards = 128;

/** The boards a day counts on: of all time, of its week (from Monday), of its month. */
const boardsOfDay = (day: RawBuilder<unknown>) => sql`
  select 'all' as board
  union all select 'week:' || to_char(date_trunc('week', ${day}::timestamp), 'YYYY-MM-DD')
  union all select 'month:' || to_char(${day}, 'YYYY-MM')`;

/** The board of every challenge whose window contains a day and whose results `isOpen` to change. */
const boardsOfChallenges = (day: RawBuilder<unknown>, isOpen: RawBuilder<unknown>) => sql`
  select 'challenge:' || id as board from challenges
  where ${day} between starts_on and ends_on and ${isOpen}`;

/**
 * The rest of a statement that writes activities: it carries their effect to day times, standings and
 * totals, in the same statement, so that none is ever without the other.
 *
 * The statement has a part named `change` before it, with a row an activity before (counted -1) and after
 * (counted +1): person_id, performed_on, sport_id, seconds, metres, counted. Challenges that are closed
 * at `now` keep their results.
 *
 * Rows are written in one order everywhere (person, then key), so that statements wait for one
 * another instead of blocking each other for good.
 */
export function withStandings(now: Temporal.Instant): RawBuilder<unknown> {
  const isOpen = sql`closes_at > ${now.toString()}`;
  return sql`
    day_change as (
      select person_id, performed_on as day, sum(counted * coalesce(seconds, 0)) as seconds
      from change group by 1, 2
    ),
    day_written as (
      insert into day_times (person_id, day, seconds)
      select person_id, day, seconds from day_change where seconds <> 0 order by 1, 2
      on conflict (person_id, day) do update set seconds = day_times.seconds + excluded.seconds
    ),
    board_change as (
      select board, sport_id, type, person_id, sum(counted) as activities, sum(counted * metres) as metres
      from change
      join sports on sports.id = change.sport_id
      cross join lateral (
        ${boardsOfDay(sql`performed_on`)} union all ${boardsOfChallenges(sql`performed_on`, isOpen)}
      ) as boards
      group by 1, 2, 3, 4
      having sum(counted) <> 0 or sum(counted * metres) <> 0
    ),
    standing_written as (
      insert into standings (board, sport, person_id, activities, metres)
      select board, sport, person_id, sum(activities), sum(metres)
      from board_change cross join lateral (values ('all'), (nullif(type, 'other'))) as boards (sport)
      where sport is not null
      group by 1, 2, 3
      order by 3, 1, 2
      on conflict (board, sport, person_id) do update
      set activities = standings.activities + excluded.activities, metres = standings.metres + excluded.metres
    ),
    total_written as (
      insert into board_totals (board, sport_id, shard, activities, metres)
      select board, sport_id, person_id % ${sql.lit(shards)} as shard, sum(activities), sum(metres)
      from board_change where board = 'all' or board like 'challenge:%'
      group by 1, 2, 3
      order by 3, 1, 2
      on conflict (board, sport_id, shard) do update
      set activities = board_totals.activities + excluded.activities, metres = board_totals.metres + excluded.metres
    )`;
}

/**
 * Makes day times, standings and totals anew from the activities, in one transaction that other writes
 * wait for. Closed challenges keep their results, unless `includingClosed`.
 */
export async function rebuildStandings(
  db: Db,
  now: Temporal.Instant,
  { includingClosed }: { includingClosed: boolean },
): Promise<void> {
  const isOpen = includingClosed ? sql`true` : sql`closes_at > ${now.toString()}`;
  const rebuilt = sql`(board not like 'challenge:%' or board in (select 'challenge:' || id from challenges where ${isOpen}))`;
  await db.transaction().execute(async (tx) => {
    await sql`lock table activities, day_times, standings, board_totals in share row exclusive mode`.execute(
      tx,
    );
    await sql`delete from day_times`.execute(tx);
    await sql`delete from standings where ${rebuilt}`.execute(tx);
    await sql`delete from board_totals where ${rebuilt}`.execute(tx);
    await sql`
      insert into day_times (person_id, day, seconds)
      select person_id, performed_on, sum(seconds) from activities where seconds is not null group by 1, 2`.execute(
      tx,
    );
    await sql`
      create temporary table day_sums on commit drop as
      select person_id, performed_on, sport_id, type, count(*) as activities, sum(counted_metres) as metres
      from activities join sports on sports.id = activities.sport_id
      group by 1, 2, 3, 4`.execute(tx);
    await sql`
      create temporary table board_sums on commit drop as
      select board, sport_id, type, person_id, sum(activities) as activities, sum(metres) as metres
      from day_sums join (
        select day, board from (select distinct performed_on as day from day_sums) as days
        cross join lateral (${boardsOfDay(sql`day`)} union all ${boardsOfChallenges(sql`day`, isOpen)}) as boards
      ) as boards_of_days on boards_of_days.day = day_sums.performed_on
      group by 1, 2, 3, 4`.execute(tx);
    await sql`
      insert into standings (board, sport, person_id, activities, metres)
      select board, sport, person_id, sum(activities), sum(metres)
      from board_sums cross join lateral (values ('all'), (nullif(type, 'other'))) as boards (sport)
      where sport is not null group by 1, 2, 3`.execute(tx);
    await sql`
      insert into board_totals (board, sport_id, shard, activities, metres)
      select board, sport_id, person_id % ${sql.lit(shards)}, sum(activities), sum(metres)
      from board_sums where board = 'all' or board like 'challenge:%' group by 1, 2, 3`.execute(tx);
  });
}
