import { sql } from 'kysely';
import type { TeamRankingEntry } from '../../contract/rankings.ts';
import type { SportType } from '../../contract/sports.ts';
import type { Db } from '../db/db.ts';
import type { Iris } from '../kit/iris.ts';
import { notFound } from '../kit/problem-error.ts';
import { isActivated } from '../people/activated.ts';
import { isTeamRankingAverage } from '../platform/settings/config.ts';
import type { Board } from './leaderboard.ts';

export type TeamEntry = Omit<TeamRankingEntry, '@context'>;

export const teamCollection = '/platform/api/challenge_teams';

type Row = { uuid: string; name: string; metres: number; rank: number };

/**
 * Returns the first `limit` teams of a board, or only the team with `teamUuid`, ordered by the displayed kilometres.
 * Equal values share a rank and are sorted by name. Leaves out teams without members. If teams are ranked by average,
 * everybody who was in the team during the period counts as a member. Reads the whole board, which is fast because
 * there are few teams.
 */
export async function readTeamBoard(
  db: Db,
  iris: Iris,
  board: Board,
  sport: SportType | undefined,
  wanted: { limit: number; teamUuid: string | undefined },
): Promise<{ members: TeamEntry[]; totalItems: number }> {
  const metres = (await isTeamRankingAverage(db))
    ? sql`team_standings.metres / greatest(1, ${membersIn(board)})::numeric`
    : sql`team_standings.metres`;
  const { rows } = await sql<Row & { total: number }>`
    select uuid, name, metres, rank, count(*) over () as total from (
      select uuid, name, sort_name, metres, hundredths, rank() over (order by hundredths desc) as rank
      from (
        select teams.uuid, teams.name, teams.sort_name, ${metres} as metres, round(${metres} / 10.0) as hundredths
        from team_standings join teams on teams.id = team_standings.team_id
        where board = ${board.key} and sport = ${sport ?? 'all'} and teams.captain_id is not null
      ) as standing
      where hundredths > 0
    ) as ranked
    where ${wanted.teamUuid ?? null}::uuid is null or uuid = ${wanted.teamUuid ?? null}::uuid
    order by rank, sort_name, name
    limit ${wanted.limit}`.execute(db);
  const members = rows.map((row) => ({
    '@id': iris.of(`/platform/api/team_stats_activities/${board.key}/${row.uuid}`),
    '@type': 'TeamRankingEntry' as const,
    performer: {
      '@id': iris.of(`${teamCollection}/${row.uuid}`),
      '@type': 'ChallengeTeam' as const,
      id: row.uuid,
      name: row.name,
    },
    kilometers: row.metres / 1000,
    rank: row.rank,
  }));
  return { members, totalItems: rows[0]?.total ?? 0 };
}

/** Returns the uuid in a team's address. Throws 404 if the address is invalid. */
export function teamUuidOfIri(iris: Iris, iri: string): string {
  const uuid = iris.uuidIn(teamCollection, iri);
  if (!uuid) throw notFound();
  return uuid;
}

/**
 * Returns SQL for the number of activated people, including those since deleted, who were in a row's team on at least
 * one day of a board.
 */
export const membersIn = ({ startsAt, endsAt }: Board) => sql`(
  select count(distinct coalesce(person_id, -former_member)) from team_memberships
  left join people on people.id = person_id
  where (person_id is null or ${isActivated()}) and team_memberships.team_id = team_standings.team_id
    and from_day <= coalesce(${endsAt}::date, 'infinity') and coalesce(until_day, 'infinity') >= coalesce(${startsAt}::date, '-infinity')
)`;
