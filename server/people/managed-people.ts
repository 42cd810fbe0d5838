import { sql } from 'kysely';
import { managedPeople as contract, type states } from '../../contract/managed/people.ts';
import type { Managed } from '../management/managed-resource.ts';
import { areActivitiesByReason } from '../platform/settings/config.ts';
import { lockAmongOrganisers } from './last-organiser.ts';
import { correctPerson, type PersonFields } from './person-correction.ts';
import { mustNotBeProvided } from './provisioned-account.ts';

export interface PersonRow extends PersonFields {
  id: number;
  state: (typeof states)[number];
  teamId: number | null;
  team: string | null;
  guestCode: string | null;
  /** Whether the company's directory provides the account. */
  provisioned: boolean;
  department: string | null;
  location: string | null;
  kilometers: number | null;
  memberSince: string;
}

/** People as organisers manage them, without device data, tokens or credentials. */
export const managedPeople: Managed<PersonFields, PersonRow> = {
  contract,
  table: lockAmongOrganisers,
  rows: (db) =>
    db
      .selectFrom('people')
      .leftJoin('guest_codes', 'guest_codes.id', 'guest_code_id')
      .leftJoin('team_memberships', (join) =>
        join.onRef('team_memberships.person_id', '=', 'people.id').on('until_day', 'is', null),
      )
      .leftJoin('teams', 'teams.id', 'team_memberships.team_id')
      .leftJoin('standings', (join) =>
        join.onRef('standings.person_id', '=', 'people.id').on('board', '=', 'all').on('sport', '=', 'all'),
      )
      .select([
        'people.id',
        'given_name as givenName',
        'surname',
        'email',
        'people.language',
        'role',
        sql<PersonRow['state']>`case
          when deactivated_at is not null then 'deactivated'
          when activated_at is null then 'waiting'
          else 'active' end`.as('state'),
        'department',
        'location',
        sql<boolean>`exists (select from provisioned_people where person_id = people.id)`.as('provisioned'),
        'teams.id as teamId',
        'teams.name as team',
        'guest_codes.code as guestCode',
        sql<
          number | null
        >`case when not ${areActivitiesByReason} then coalesce(standings.metres, 0) / 1000.0 end`.as(
          'kilometers',
        ),
        sql<string>`to_char(people.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`.as(
          'memberSince',
        ),
      ]),
  searched: ['givenName', 'surname', 'email', 'team'],
  subjectOf: ({ id }) => id,
  replace: async (tx, id, fields, _now, before) => {
    await mustNotBeProvided(tx, id, fields, before);
    await correctPerson(tx, id, fields, before);
  },
};
