import { sql } from 'kysely';
import { provisionedGroups as contract } from '../../contract/managed/provisioning.ts';
import type { ManagementRole } from '../../contract/roles.ts';
import type { Visit } from '../kit/client-info.ts';
import { violation } from '../kit/problem-error.ts';
import type { Managed } from '../management/managed-resource.ts';
import type { EnqueueTask } from '../management/tasks/task.ts';
import { applyGroups } from './group-effects.ts';

type GroupFields = { role: ManagementRole | null; teamId: number | null };

interface ManagedGroupRow extends GroupFields {
  id: number;
  displayName: string;
  team: string | null;
  members: number;
  changedAt: string;
}

/** The directory's groups as organisers see them. */
export const managedGroups: Managed<GroupFields, ManagedGroupRow> = {
  contract,
  table: 'provisioned_groups',
  rows: (db) =>
    db
      .selectFrom('provisioned_groups')
      .leftJoin('teams', 'teams.id', 'team_id')
      .select((eb) => [
        'provisioned_groups.id',
        'display_name as displayName',
        'role',
        'team_id as teamId',
        'teams.name as team',
        eb
          .selectFrom('provisioned_group_members')
          .select((inner) => inner.fn.countAll<number>().as('count'))
          .whereRef('group_id', '=', 'provisioned_groups.id')
          .$asScalar()
          .$notNull()
          .as('members'),
        sql<string>`to_char(changed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`.as('changedAt'),
      ]),
  searched: ['displayName', 'team'],
};

/** Extends `managedGroups` so that organisers can set a group's role and team, which its members then get. */
export const changingGroups = (enqueueTask: EnqueueTask, visit: Visit): typeof managedGroups => ({
  ...managedGroups,
  replace: async (tx, id, { role, teamId }, now) => {
    if (teamId !== null) {
      const team = await tx
        .selectFrom('teams')
        .select('id')
        .where('id', '=', teamId)
        .forKeyShare()
        .executeTakeFirst();
      if (!team) throw violation('teamId', 'team.unknown');
    }
    await tx.updateTable('provisioned_groups').set({ role, team_id: teamId }).where('id', '=', id).execute();
    await applyGroups(tx, enqueueTask, { now, visit });
  },
});
