import { type RawBuilder, sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Db } from '../db/db.ts';

/** The number of shards of a board's totals, high enough that concurrent entries rarely update the same row. */
export const shards = 128;

/** Returns SQL for the boards that include a day: the all-time board, its week (from Monday) and its month. */
export const boardsOfDay = (day: RawBuilder<unknown>) => sql`
  select 'all' as board
  union all select 'week:' || to_char(date_trunc('week', ${day}::timestamp), 'YYYY-MM-DD')
  union all select 'month:' || to_char(${day}, 'YYYY-MM')`;

/** Returns SQL for the boards of the challenges that include a day and meet the condition `isOpen`. */
export const boardsOfChallenges = (day: RawBuilder<unknown>, isOpen: RawBuilder<unknown>) => sql`
  select 'challenge:' || id as board from challenges
  where ${day} between coalesce(counted_from, starts_on) and coalesce(counted_until, ends_on) and ${isOpen}`;

/**
 * Returns an SQL condition for challenges whose boards may still change at `now`, because they are neither closed nor
 * frozen. While a challenge's boards are being recomputed, the challenge stays open.
 */
export const isOpenAt = (now: Temporal.Instant) =>
  sql`(
    challenges.frozen_at is null
    and (challenges.closes_at > ${now.toString()}::timestamptz or challenges.counted_from is not null)
  )`;

/** Returns SQL for all boards that include a day and may still change at `now`. */
const boardsAt = (day: RawBuilder<unknown>, now: Temporal.Instant) => sql`
  ${boardsOfDay(day)} union all ${boardsOfChallenges(day, isOpenAt(now))}`;

/**
 * Returns SQL that updates daily times, standings, totals and team standings in the same statement that writes
 * activities, so that they always agree. Needs a preceding CTE `change` with the columns person_id, performed_on,
 * sport_id, seconds, metres and counted. Each changed activity has a row with its old values (counted -1) and a row
 * with its new values (counted +1). Challenges that are closed at `now` keep their boards. Rows are always written in
 * the same order (person, then key), so that concurrent statements wait for each other instead of deadlocking.
 */
export function withStandings(now: Temporal.Instant): RawBuilder<unknown> {
  return sql`
    board_change as (
      select board, sport_id, type, person_id, team_id, sum(counted) as activities, sum(counted * metres) as metres
      from (select *, team_of(person_id, performed_on) as team_id from change) as change
      join sports on sports.id = change.sport_id
      cross join lateral (${boardsAt(sql`performed_on`, now)}) as boards
      group by 1, 2, 3, 4, 5
      having sum(counted) <> 0 or sum(counted * metres) <> 0
    ),
    ${written}`;
}

/**
 * Does the same as `withStandings`, but is several times as fast for thousands of activities. Teams are read from the
 * statement's own snapshot, so the caller must have locked the people with `lockPeople` in an earlier statement.
 */
export function withStandingsOfMany(now: Temporal.Instant): RawBuilder<unknown> {
  return sql`
    net as (
      select person_id, performed_on, sport_id, sum(counted) as activities, sum(counted * metres) as metres
      from change group by 1, 2, 3
      having sum(counted) <> 0 or sum(counted * metres) <> 0
    ),
    boards_of_days as (
      select day, board from (select distinct performed_on as day from net) as days
      cross join lateral (${boardsAt(sql`day`, now)}) as boards
    ),
    board_change as (
      select board, sport_id, type, net.person_id, team_id, sum(activities) as activities, sum(metres) as metres
      from net
      join sports on sports.id = net.sport_id
      left join team_memberships on team_memberships.person_id = net.person_id
        and performed_on between from_day and coalesce(until_day, 'infinity')
      join boards_of_days on boards_of_days.day = performed_on
      group by 1, 2, 3, 4, 5
      having sum(activities) <> 0 or sum(metres) <> 0
    ),
    ${written}`;
}

/** Locks people's accounts and team memberships until the transaction ends. */
export async function lockPeople(tx: Db, personIds: number[]): Promise<void> {
  await sql`select from people where id = any(${personIds}::int[]) order by id for key share`.execute(tx);
}

/** Returns SQL that adds rows with the columns board, type, team_id, activities and metres to the team standings. */
const intoTeamStandings = (change: RawBuilder<unknown>) => sql`
  insert into team_standings (board, sport, team_id, activities, metres)
  select board, sport, team_id, sum(activities), sum(metres)
  from ${change} cross join lateral (values ('all'), (nullif(type, 'other'))) as boards (sport)
  where sport is not null and team_id is not null
  group by 1, 2, 3
  order by 3, 1, 2
  on conflict (board, sport, team_id) do update
  set activities = team_standings.activities + excluded.activities, metres = team_standings.metres + excluded.metres`;

/** CTEs that add the rows of `board_change` to the boards. `person_id` is null for deleted accounts. */
const boardsWritten = sql`
    standing_written as (
      insert into standings (board, sport, person_id, activities, metres)
      select board, sport, person_id, sum(activities), sum(metres)
      from board_change cross join lateral (values ('all'), (nullif(type, 'other'))) as boards (sport)
      where sport is not null and person_id is not null
      group by 1, 2, 3
      order by 3, 1, 2
      on conflict (board, sport, person_id) do update
      set activities = standings.activities + excluded.activities, metres = standings.metres + excluded.metres
    ),
    total_written as (
      insert into board_totals (board, sport_id, shard, activities, metres)
      select board, sport_id, coalesce(person_id, 0) % ${sql.lit(shards)} as shard, sum(activities), sum(metres)
      from board_change where board = 'all' or board like 'challenge:%'
      group by 1, 2, 3
      order by 3, 1, 2
      on conflict (board, sport_id, shard) do update
      set activities = board_totals.activities + excluded.activities, metres = board_totals.metres + excluded.metres
    ),
    team_written as (${intoTeamStandings(sql`board_change`)}),
    change_noted as (
      insert into standing_changes (person_id)
      select distinct person_id from board_change where person_id is not null
    )`;

/** CTEs that add the rows of `change` to the daily times and the rows of `board_change` to the boards. */
const written = sql`
    day_change as (
      select person_id, performed_on as day, sum(counted * coalesce(seconds, 0)) as seconds
      from change group by 1, 2
    ),
    day_written as (
      insert into day_times (person_id, day, seconds)
      select person_id, day, seconds from day_change where seconds <> 0 order by 1, 2
      on conflict (person_id, day) do update set seconds = day_times.seconds + excluded.seconds
    ),
    ${boardsWritten}`;

/**
 * Adds the days from `from` to `until`, inclusive, to the boards of a challenge (`counted` is 1) or removes
 * them (`counted` is -1). Returns the number of activities on these days. The caller must have locked the
 * boards with `lockBoardTables`.
 */
export async function countDays(
  tx: Db,
  challengeId: number,
  days: { from: string; until: string },
  counted: 1 | -1,
): Promise<number> {
  const within = (day: RawBuilder<unknown>) => sql`${day} between ${days.from}::date and ${days.until}::date`;
  const { rows } = await sql<{ activities: number }>`
    with day_sums as (
      select activities.person_id, team_id, sport_id, count(*) as activities, sum(counted_metres) as metres
      from activities
      left join team_memberships on team_memberships.person_id = activities.person_id
        and performed_on between from_day and coalesce(until_day, 'infinity')
      where ${within(sql`performed_on`)}
      group by 1, 2, 3
      union all
      select null::int, team_id, sport_id, sum(activities), sum(metres) from anonymous_sums
      where ${within(sql`day`)} group by 1, 2, 3
    ),
    board_change as (
      select ${`challenge:${challengeId}`}::text as board, sport_id, type, person_id, team_id,
        ${counted}::int * activities as activities, ${counted}::int * metres as metres
      from day_sums join sports on sports.id = sport_id
    ),
    ${boardsWritten}
    select coalesce(sum(activities), 0)::int as activities from day_sums`.execute(tx);
  return rows[0]?.activities ?? 0;
}

/**
 * Adds a person's kilometres to a team (`counted` is 1) or subtracts them from the team (`counted` is -1), on every
 * board that is open at `now`. Includes all activities on or after the day `from` (`YYYY-MM-DD`).
 */
export async function moveToTeam(
  tx: Db,
  now: Temporal.Instant,
  days: { personId: number; teamId: number; from: string },
  counted: 1 | -1,
): Promise<void> {
  await sql`
    with board_change as (
      select board, type, ${days.teamId}::int as team_id, sum(${counted}::int) as activities,
        sum(${counted}::int * counted_metres) as metres
      from activities
      join sports on sports.id = activities.sport_id
      cross join lateral (${boardsAt(sql`performed_on`, now)}) as boards
      where person_id = ${days.personId} and performed_on >= ${days.from}::date
      group by 1, 2
    )
    ${intoTeamStandings(sql`board_change`)}`.execute(tx);
}

/**
 * Adds a person's activities to the anonymous sums, so that totals and teams keep the kilometres, and removes
 * the person from all boards. Remove the activities afterwards, in the same transaction.
 */
export async function keepAnonymousSums(tx: Db, personId: number): Promise<void> {
  await tx.selectFrom('people').select('id').where('id', '=', personId).forUpdate().execute();
  await sql`
    insert into anonymous_sums (day, sport_id, team_id, activities, metres)
    select performed_on, sport_id, team_of(person_id, performed_on), count(*), sum(counted_metres)
    from activities where person_id = ${personId}
    group by 1, 2, 3
    order by 1, 2, 3
    on conflict (day, sport_id, team_id) do update
    set activities = anonymous_sums.activities + excluded.activities, metres = anonymous_sums.metres + excluded.metres`.execute(
    tx,
  );
  await tx.deleteFrom('standings').where('person_id', '=', personId).execute();
  // Records a change without a person, so that no trace of the person stays and processes read whole boards
  // again.
  await tx.deleteFrom('standing_changes').where('person_id', '=', personId).execute();
  await tx.insertInto('standing_changes').values({ person_id: null }).execute();
  await tx.deleteFrom('day_times').where('person_id', '=', personId).execute();
}
