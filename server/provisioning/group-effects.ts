import { type RawBuilder, sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import { type ManagementRole, type Role, roles } from '../../contract/roles.ts';
import type { Db } from '../db/db.ts';
import type { Visit } from '../kit/client-info.ts';
import { todayFor } from '../kit/platform-day.ts';
import { logChange } from '../management/change-log.ts';
import { logSecurityEvent } from '../management/security-log/security-log.ts';
import type { EnqueueTask, TaskKind } from '../management/tasks/task.ts';
import { mustNotBeLastOrganiser } from '../people/deletion/person-removal.ts';
import { setRole } from '../people/provisioned-account.ts';
import { followDirectory } from '../teams/member-move.ts';

type GrantedRole = ManagementRole | null;

/** A person who has not got what their groups give, or still has what a group gave. */
interface Outstanding {
  id: number;
  role: Role;
  grantedRole: GrantedRole;
  wantedRole: GrantedRole;
  grantedTeam: number | null;
  wantedTeam: number | null;
  /** The team that the person is in. */
  team: number | null;
}

/** When and from where a group or what it gives has changed; `visit` is undefined in a task. */
interface Occasion {
  now: Temporal.Instant;
  visit: Visit | undefined;
}

/** The number of people whose roles and teams change at once. */
const batch = 100;

/** A role's place among the roles, from the fewest rights to the most. */
const rankOf = (role: RawBuilder<unknown>) => sql`array_position(${[...roles]}::text[], ${role})`;

/**
 * Selects people who have not got what their groups give, from those with larger ids than `after`. A role is only given
 * to people whose address is proven. If several groups give a team, the one that the person entered last decides.
 */
const outstanding = (after: number, order = sql`id`) => sql<Outstanding>`
  select * from (
    select people.id, people.role, granted_role as "grantedRole", granted_team_id as "grantedTeam",
      (select team_id from team_memberships where person_id = people.id and until_day is null) as team,
      case when activated_at is null or activated_at > people.created_at
        or exists (select from identities where person_id = people.id) then (
        select provisioned_groups.role from provisioned_group_members
        join provisioned_groups on provisioned_groups.id = group_id
        where provisioned_group_members.person_id = people.id and provisioned_groups.role is not null
        order by ${rankOf(sql.ref('provisioned_groups.role'))} desc limit 1
      ) end as "wantedRole",
      (
        select provisioned_groups.team_id from provisioned_group_members
        join provisioned_groups on provisioned_groups.id = group_id
        where provisioned_group_members.person_id = people.id and provisioned_groups.team_id is not null
        order by added_at desc, provisioned_groups.id desc limit 1
      ) as "wantedTeam"
    from provisioned_people join people on people.id = person_id
    where people.id > ${after}
  ) as people
  where "grantedTeam" is distinct from "wantedTeam"
    or "grantedRole" is distinct from "wantedRole" and ("grantedRole" is not null or ${rankOf(sql.ref('role'))} < ${rankOf(sql.ref('wantedRole'))})
  order by ${order} limit ${batch + 1}`;

/**
 * Gives people the roles and teams of their groups, and takes back those of groups that they have left. The first
 * hundred people change at once, beginning with those who lose a role, and all others in a task. Must run in a transaction, after the change of a group or of its members.
 */
export async function applyGroups(tx: Db, enqueueTask: EnqueueTask, occasion: Occasion): Promise<void> {
  const { rows } = await outstanding(0, sql`"grantedRole" is null, id`).execute(tx);
  for (const person of rows.slice(0, batch)) await apply(tx, person, occasion);
  if (rows.length > batch)
    await enqueueTask(tx, provisionedGroups, {}, { subject: null, by: null, now: occasion.now });
}

/** The task that gives many people the roles and teams of their groups. */
export const provisionedGroups: TaskKind<Record<never, never>, { after: number }> = {
  name: 'provisioned-groups',
  input: z.object({}),
  async step(tx, _, cursor, now) {
    const { rows } = await outstanding(cursor?.after ?? 0).execute(tx);
    const some = rows.slice(0, batch);
    for (const person of some) await apply(tx, person, { now, visit: undefined });
    const last = some.at(-1);
    return { cursor: rows.length > batch && last ? { after: last.id } : undefined, done: some.length };
  },
};

async function apply(tx: Db, person: Outstanding, occasion: Occasion): Promise<void> {
  await tx.selectFrom('people').select('id').where('id', '=', person.id).forUpdate().execute();
  const grantedRole = await changeRole(tx, person, occasion);
  const { grantedTeam, wantedTeam, team } = person;
  if (grantedTeam !== wantedTeam && (wantedTeam !== null || team === grantedTeam))
    await followDirectory(tx, person.id, wantedTeam, {
      now: occasion.now,
      today: todayFor(occasion.now, undefined),
    });
  await tx
    .updateTable('provisioned_people')
    .set({ granted_role: grantedRole, granted_team_id: wantedTeam })
    .where('person_id', '=', person.id)
    .execute();
}

/**
 * Changes a person's role to that of their groups, and returns the role that the groups have given. A role that an
 * organiser has given stays, unless the groups give a higher one.
 */
async function changeRole(
  tx: Db,
  { id, role, grantedRole, wantedRole }: Pick<Outstanding, 'id' | 'role' | 'grantedRole' | 'wantedRole'>,
  { now, visit }: Occasion,
): Promise<GrantedRole> {
  if (grantedRole === wantedRole) return grantedRole;
  const after = wantedRole ?? 'participant';
  if (grantedRole === null && roles.indexOf(after) <= roles.indexOf(role)) return null;
  if (role === 'organiser') await mustNotBeLastOrganiser(tx, { id, role });
  await setRole(tx, id, after);
  await logSecurityEvent(tx, { kind: 'role-changed', detail: after, personId: id }, visit, now);
  await logChange(tx, {
    ...{ actor: null, now, resource: 'people', resourceId: id, subject: id, action: 'provision' },
    before: { role },
    after: { role: after },
  });
  return wantedRole;
}

/** Takes back the role that groups have given to a person who is no longer provisioned. Must run in a transaction. */
export async function takeBackRole(
  tx: Db,
  occasion: Occasion,
  person: { id: number; role: Role; grantedRole: GrantedRole },
): Promise<void> {
  await changeRole(tx, { ...person, wantedRole: null }, occasion);
}
