import { sql } from 'kysely';
import { sportTypes } from '../../contract/sports.ts';
import type { Db } from '../db/db.ts';
import { isTeamRankingAverage } from '../platform/settings/config.ts';
import { membersIn } from '../rankings/team-ranking.ts';

/** The boards of a challenge: the overall board and one board per sport type. */
export const boardSports = ['all', ...sportTypes] as const;
export type BoardSport = (typeof boardSports)[number];

/** A person's row on a board. */
export interface PersonPlace {
  sport: BoardSport;
  person_id: number;
  rank: number;
  metres: number;
  activities: number;
}

/** A team's row on a board. Teams are ranked by their metres or by their metres per member. */
export interface TeamPlace {
  sport: BoardSport;
  uuid: string;
  name: string;
  rank: number;
  metres: number;
  activities: number;
  members: number;
}

interface BoardOf {
  id: number;
  starts_on: string;
  ends_on: string;
}

/**
 * Returns all rows of people on a challenge's boards, the overall board first. People are ranked by the displayed
 * kilometres, and ties are sorted by name.
 */
export async function finalPlaces(tx: Db, { id }: BoardOf): Promise<PersonPlace[]> {
  const { rows } = await sql<PersonPlace>`
    select sport, person_id, rank() over (partition by sport order by hundredths desc)::int as rank, metres, activities
    from standings join people on people.id = person_id
    where board = ${`challenge:${id}`} and hundredths > 0
    order by array_position(${[...boardSports]}::text[], sport), rank, sort_name, person_id`.execute(tx);
  return rows;
}

/** Returns all rows of teams on a challenge's boards, ranked by the displayed sum or average. */
export async function finalTeamPlaces(
  tx: Db,
  challenge: BoardOf,
): Promise<{ rankedBy: 'sum' | 'average'; places: TeamPlace[] }> {
  const board = {
    key: `challenge:${challenge.id}`,
    startsAt: challenge.starts_on,
    endsAt: challenge.ends_on,
  };
  const isAverage = await isTeamRankingAverage(tx);
  const { rows } = await sql<TeamPlace>`
    select sport, uuid, name, rank() over (partition by sport order by hundredths desc)::int as rank,
      metres, activities, members
    from (
      select *, round(metres / (case when ${isAverage} then greatest(1, members) else 1 end)::numeric / 10.0) as hundredths
      from (
        select team_standings.sport, teams.uuid, teams.name, teams.sort_name, team_standings.metres,
          team_standings.activities, ${membersIn(board)}::int as members
        from team_standings join teams on teams.id = team_standings.team_id
        where board = ${board.key} and teams.captain_id is not null
      ) as summed
    ) as shown
    where hundredths > 0
    order by array_position(${[...boardSports]}::text[], sport), rank, sort_name, name`.execute(tx);
  return { rankedBy: isAverage ? 'average' : 'sum', places: rows };
}
