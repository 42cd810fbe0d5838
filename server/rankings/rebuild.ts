import { type RawBuilder, sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Db } from '../db/db.ts';
import { boardsOfChallenges, boardsOfDay, isOpenAt, shards } from './standings-writes.ts';

/**
 * Rebuilds daily times, standings, totals and team standings from the activities and the anonymous sums. Other writes
 * wait for the transaction. Closed challenges keep their boards unless `includingClosed` is true. Frozen challenges
 * always keep their boards.
 */
export async function rebuildStandings(
  db: Db,
  now: Temporal.Instant,
  { includingClosed }: { includingClosed: boolean },
): Promise<void> {
  const isOpen = includingClosed ? sql`challenges.frozen_at is null` : isOpenAt(now);
  await db.transaction().execute(async (tx) => {
    await lockBoardTables(tx);
    await sql`delete from day_times`.execute(tx);
    await sql`
      insert into day_times (person_id, day, seconds)
      select person_id, performed_on, sum(seconds) from activities
      where seconds is not null and source = 'manual' and counts group by 1, 2`.execute(tx);
    await deleteBoards(
      tx,
      sql`board not like 'challenge:%' or board in (select 'challenge:' || id from challenges where ${isOpen})`,
    );
    const boards = sql`${boardsOfDay(sql`day`)} union all ${boardsOfChallenges(sql`day`, isOpen)}`;
    await insertBoards(tx, sql`true`, boards);
  });
}

/**
 * Waits for writes in progress that affect boards, and blocks new writes until the transaction ends, so that new writes
 * see its changes. Take this lock before any other lock.
 */
export async function lockBoardTables(tx: Db): Promise<void> {
  await sql`
    lock table activities, day_times, standings, board_totals, team_memberships, team_standings, anonymous_sums
    in share row exclusive mode`.execute(tx);
}

/** Removes the rows of some boards. `which` is an SQL condition on the column `board`. */
export async function deleteBoards(tx: Db, which: RawBuilder<unknown>): Promise<void> {
  await sql`delete from standings where ${which}`.execute(tx);
  await sql`insert into standing_changes (person_id) values (null)`.execute(tx);
  await sql`delete from board_totals where ${which}`.execute(tx);
  await sql`delete from team_standings where ${which}`.execute(tx);
}

/**
 * Inserts the rows of boards. `isCounted` is an SQL condition on the column `day`, and `boards` is a subquery for the
 * boards of a day.
 */
async function insertBoards(
  tx: Db,
  isCounted: RawBuilder<unknown>,
  boards: RawBuilder<unknown>,
): Promise<void> {
  await sql`
      create temporary table board_sums as
      with day_sums as (
        select activities.person_id, team_id, performed_on as day, sport_id,
          count(*) as activities, sum(counted_metres) as metres
        from (select *, performed_on as day from activities) as activities
        left join team_memberships on team_memberships.person_id = activities.person_id
          and performed_on between from_day and coalesce(until_day, 'infinity')
        where ${isCounted}
        group by 1, 2, 3, 4
        union all
        select null, team_id, day, sport_id, activities, metres from anonymous_sums where ${isCounted}
      )
      select board, sport_id, type, person_id, team_id, sum(activities) as activities, sum(metres) as metres
      from day_sums
      join sports on sports.id = sport_id
      join (
        select day, board from (select distinct day from day_sums) as days cross join lateral (${boards}) as boards
      ) as boards_of_days using (day)
      group by 1, 2, 3, 4, 5`.execute(tx);
  await sql`
      insert into standings (board, sport, person_id, activities, metres)
      select board, sport, person_id, sum(activities), sum(metres)
      from board_sums cross join lateral (values ('all'), (nullif(type, 'other'))) as boards (sport)
      where sport is not null and person_id is not null group by 1, 2, 3`.execute(tx);
  await sql`
      insert into board_totals (board, sport_id, shard, activities, metres)
      select board, sport_id, coalesce(person_id, 0) % ${sql.lit(shards)}, sum(activities), sum(metres)
      from board_sums where board = 'all' or board like 'challenge:%' group by 1, 2, 3`.execute(tx);
  await sql`
      insert into team_standings (board, sport, team_id, activities, metres)
      select board, sport, team_id, sum(activities), sum(metres)
      from board_sums cross join lateral (values ('all'), (nullif(type, 'other'))) as boards (sport)
      where sport is not null and team_id is not null group by 1, 2, 3`.execute(tx);
  await sql`drop table board_sums`.execute(tx);
}
