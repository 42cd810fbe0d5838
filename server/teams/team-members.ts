import { sql } from 'kysely';
import type { ChallengeTeamMember, ContributionDistribution } from '../../contract/teams.ts';
import type { ChallengeRow } from '../challenges/challenge.ts';
import type { Db } from '../db/db.ts';
import type { Iris } from '../kit/iris.ts';
import { isActivated } from '../people/activated.ts';
import { fullName, type NamedRow, type Person, personReference } from '../people/person.ts';
import { teamCollection } from '../rankings/team-ranking.ts';

interface Team {
  id: number;
  uuid: string;
  name: string;
  captain_id: number | null;
}

/** Lists the current, activated members of a team, captain first, then by name. */
export async function listMembers(
  db: Db,
  iris: Iris,
  team: Team,
  viewer: Person,
): Promise<Omit<ChallengeTeamMember, '@context'>[]> {
  const rows = await db
    .selectFrom('team_memberships')
    .innerJoin('people', 'people.id', 'person_id')
    .select(['team_memberships.id', 'people.id as person_id', 'shown_given_name', 'shown_surname'])
    .where('team_id', '=', team.id)
    .where('until_day', 'is', null)
    .where(isActivated())
    .orderBy((eb) => eb('person_id', '=', team.captain_id), 'desc')
    .orderBy('sort_name')
    .orderBy('person_id')
    .execute();
  return rows.map((row) => ({
    '@id': iris.of(`${teamCollection}/${team.uuid}/members/${row.id}`),
    '@type': 'ChallengeTeamMember',
    fullName: fullName(row, viewer),
    person: personReference(iris, row, viewer),
    isCaptain: row.person_id === team.captain_id,
  }));
}

/** Returns each member's contribution to a team in a challenge, with the names that may be shown to `viewer`. */
export async function contributionDistribution(
  db: Db,
  iris: Iris,
  team: Team,
  challenge: ChallengeRow,
  viewer: Person,
): Promise<Omit<ContributionDistribution, '@context'>> {
  const { rows } = await sql<Omit<NamedRow, 'person_id'> & { person_id: number | null; metres: number }>`
    select person_id, shown_given_name, shown_surname, sum(metres)::bigint as metres from (
      select case when shown_given_name <> '' or people.id = ${viewer.id} then people.id end as person_id,
        shown_given_name, shown_surname, case when shown_given_name <> '' then sort_name else '' end as sort_name,
        counted_metres as metres
      from team_memberships
      join activities on activities.person_id = team_memberships.person_id
        and performed_on between from_day and coalesce(until_day, 'infinity')
      join people on people.id = activities.person_id
      where team_memberships.team_id = ${team.id}
        and performed_on between ${challenge.starts_on}::date and ${challenge.ends_on}::date
      union all
      select null, '', '', '', metres from anonymous_sums
      where team_id = ${team.id} and day between ${challenge.starts_on}::date and ${challenge.ends_on}::date
    ) as contribution
    group by person_id, shown_given_name, shown_surname, sort_name
    having sum(metres) > 0
    order by sum(metres) desc, sort_name, person_id`.execute(db);
  const total = rows.reduce((sum, { metres }) => sum + metres, 0);
  return {
    '@id': iris.of(
      `${teamCollection}/${team.uuid}/members-contribution-distribution?challenge=${iris.of(`/platform/api/challenges/${challenge.uuid}`)}`,
    ),
    '@type': 'ContributionDistribution',
    performer: { name: team.name },
    totalKilometers: total / 1000,
    members: rows.map((row) => {
      const own = row.person_id === viewer.id;
      return {
        id: row.person_id ?? 0,
        givenName: own ? viewer.given_name : row.shown_given_name,
        surName: own ? viewer.surname : row.shown_surname,
        kilometers: row.metres / 1000,
        contribution: Math.round((row.metres / total) * 10_000) / 100,
      };
    }),
  };
}
