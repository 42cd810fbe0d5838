import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Db } from '../db/db.ts';
import { boardsOfChallenges, boardsOfDay, isOpenAt, shards } from './standings.ts';

/**
 * Makes day times, standings, totals and the standings of teams anew from the activities and the anonymous
 * sums, in one transaction that other writes wait for. Closed challenges keep their results, unless
 * `includingClosed`; frozen ones keep theirs always.
 */
export async function rebuildStandings(
  db: Db,
  now: Temporal.Instant,
  { includingClosed }: { includingClosed: boolean },
): Promise<void> {
  const isOpen = includingClosed ? sql`challenges.frozen_at is null` : isOpenAt(now);
  const rebuilt = sql`(board not like 'challenge:%' or board in (select 'challenge:' || id from challenges where ${isOpen}))`;
  await db.transaction().execute(async (tx) => {
    await sql`
      lock table activities, day_times, standings, board_totals, team_memberships, team_standings, anonymous_sums
      in share row exclusive mode`.execute(tx);
    await sql`delete from day_times`.execute(tx);
    await sql`delete from standings where ${rebuilt}`.execute(tx);
    await sql`delete from board_totals where ${rebuilt}`.execute(tx);
    await sql`delete from team_standings where ${rebuilt}`.execute(tx);
    await sql`
      insert into day_times (person_id, day, seconds)
      select person_id, performed_on, sum(seconds) from activities
      where seconds is not null and source = 'manual' and counts group by 1, 2`.execute(tx);
    await sql`
      create temporary table day_sums on commit drop as
      select activities.person_id, team_id, performed_on, sport_id,
        count(*) as activities, sum(counted_metres) as metres
      from activities
      left join team_memberships on team_memberships.person_id = activities.person_id
        and performed_on between from_day and coalesce(until_day, 'infinity')
      group by 1, 2, 3, 4
      union all
      select null, team_id, day, sport_id, activities, metres from anonymous_sums`.execute(tx);
    await sql`
      create temporary table board_sums on commit drop as
      select board, sport_id, type, person_id, team_id, sum(activities) as activities, sum(metres) as metres
      from day_sums
      join sports on sports.id = sport_id
      join (
        select day, board from (select distinct performed_on as day from day_sums) as days
        cross join lateral (${boardsOfDay(sql`day`)} union all ${boardsOfChallenges(sql`day`, isOpen)}) as boards
      ) as boards_of_days on boards_of_days.day = day_sums.performed_on
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
  });
}
