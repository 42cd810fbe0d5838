import { sql } from 'kysely';
import { managedTeams as contract } from '../../contract/managed/teams.ts';
import type { Db } from '../db/db.ts';
import type { Iris } from '../kit/iris.ts';
import { violation } from '../kit/problem-error.ts';
import { type Author, changeManaged, type Managed } from '../management/managed-resource.ts';
import { sortName } from '../people/person.ts';

type TeamFields = { name: string };

export interface TeamRow extends TeamFields {
  id: number;
  uuid: string;
  captainId: number | null;
  captain: string | null;
  members: number;
  kilometers: number;
  createdAt: string;
}

/** Describes teams for the management API. */
export const managedTeams: Managed<TeamFields, TeamRow> = {
  contract,
  table: 'teams',
  rows: (db) =>
    db
      .selectFrom('teams')
      .leftJoin('people', 'people.id', 'captain_id')
      .leftJoin('team_standings', (join) =>
        join.onRef('team_id', '=', 'teams.id').on('board', '=', 'all').on('sport', '=', 'all'),
      )
      .select((eb) => [
        'teams.id',
        'name',
        'uuid',
        'captain_id as captainId',
        sql<string | null>`given_name || ' ' || surname`.as('captain'),
        eb
          .selectFrom('team_memberships')
          .innerJoin('people as member', 'member.id', 'person_id')
          .select((inner) => inner.fn.countAll<number>().as('count'))
          .whereRef('team_memberships.team_id', '=', 'teams.id')
          .where('until_day', 'is', null)
          .where('member.deactivated_at', 'is', null)
          .$asScalar()
          .$notNull()
          .as('members'),
        sql<number>`coalesce(metres, 0) / 1000.0`.as('kilometers'),
        sql<string>`to_char(teams.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`.as(
          'createdAt',
        ),
      ]),
  searched: ['name', 'captain'],
  replace: async (tx, id, { name }) => {
    const other = await tx
      .selectFrom('teams')
      .select('id')
      .where(sql`lower(name)`, '=', name.toLowerCase())
      .where('id', '<>', id)
      .executeTakeFirst();
    if (other) throw violation('name', 'teamName.taken');
    await tx
      .updateTable('teams')
      .set({ name, sort_name: sortName(name, '') })
      .where('id', '=', id)
      .execute();
  },
};

/**
 * Makes another member the captain of a team. Throws 404 if the team does not exist, and 422 if the person is not a
 * member.
 */
export function handOverFor(
  db: Db,
  iris: Iris,
  id: number,
  { personId, reason }: { personId: number; reason?: string | undefined },
  author: Author,
) {
  const change = { action: 'hand over', ...(reason ? { reason } : {}) };
  return changeManaged(db, iris, managedTeams, id, change, author, async (tx) => {
    const member = await tx
      .selectFrom('team_memberships')
      .innerJoin('people', 'people.id', 'person_id')
      .select('person_id')
      .where('team_id', '=', id)
      .where('person_id', '=', personId)
      .where('until_day', 'is', null)
      .where('deactivated_at', 'is', null)
      .forKeyShare('people')
      .executeTakeFirst();
    if (!member) throw violation('personId', 'team.memberUnknown');
    await tx.updateTable('teams').set({ captain_id: personId }).where('id', '=', id).execute();
  });
}
