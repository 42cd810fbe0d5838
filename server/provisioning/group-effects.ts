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
import { mustNotBeLastOrganiser } from '../people/last-organiser.ts';
import { setRole } from '../people/provisioned-account.ts';
import { followDirectory } from '../teams/member-move.ts';

type GrantedRole = ManagementRole | null;

/** A person whose role or team does not match what their groups give. */
interface Outstanding {
  id: number;
  role: Role;
  /** The role that the groups have given so far. */
  grantedRole: GrantedRole;
  wantedRole: GrantedRole;
  grantedTeam: number | null;
  wantedTeam: number | null;
  /** The team that the person is in. */
  team: number | null;
}

/** When a group changed, and the client that changed it; `visit` is undefined in a background task. */
interface ChangeContext {
  now: Temporal.Instant;
  visit: Visit | undefined;
}

/** The maximum number of people whose role and team are changed in one transaction. */
const batch = 100;

/** Returns SQL for a role's position in `roles`, which are ordered from the fewest rights to the most. */
const rankOf = (role: RawBuilder<unknown>) => sql`array_position(${[...roles]}::text[], ${role})`;

/**
 * Returns SQL for people with ids above `after` whose role or team does not match what their groups give. Groups give
 * no role to an account that was active from the start, because the email address may belong to somebody else; they do
 * once its owner has signed in with an identity provider. If several groups give a role, the highest applies; if
 * several give a team, the group that the person joined last decides.
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
 * Gives people the roles and teams of their groups, and takes back the roles and teams of groups that they
 * have left. The first hundred people are changed immediately, beginning with those who have a role from a
 * group; a background task changes the others. Must run in the transaction that changes a group or its
 * members.
 */
export async function applyGroups(tx: Db, enqueueTask: EnqueueTask, context: ChangeContext): Promise<void> {
  const { rows } = await outstanding(0, sql`"grantedRole" is null, id`).execute(tx);
  for (const person of rows.slice(0, batch)) await apply(tx, person, context);
  if (rows.length > batch)
    await enqueueTask(tx, provisionedGroups, {}, { subject: null, by: null, now: context.now });
}

/** The background task that updates the roles and teams of people whose groups have changed. */
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

async function apply(tx: Db, person: Outstanding, context: ChangeContext): Promise<void> {
  await tx.selectFrom('people').select('id').where('id', '=', person.id).forUpdate().execute();
  const grantedRole = await changeRole(tx, person, context);
  const { grantedTeam, wantedTeam, team } = person;
  if (grantedTeam !== wantedTeam && (wantedTeam !== null || team === grantedTeam))
    await followDirectory(tx, person.id, wantedTeam, {
      now: context.now,
      today: todayFor(context.now, undefined),
    });
  await tx
    .updateTable('provisioned_people')
    .set({ granted_role: grantedRole, granted_team_id: wantedTeam })
    .where('person_id', '=', person.id)
    .execute();
}

/**
 * Changes a person's role to the one that their groups give, and returns the role that now comes from the
 * groups, or null. A role that an organiser gave stays, unless the groups give a higher one. Throws 409 for
 * the last organiser.
 */
async function changeRole(
  tx: Db,
  { id, role, grantedRole, wantedRole }: Pick<Outstanding, 'id' | 'role' | 'grantedRole' | 'wantedRole'>,
  { now, visit }: ChangeContext,
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

/** Removes the role that groups gave to a person who is no longer provisioned. Must run in a transaction. */
export async function removeGrantedRole(
  tx: Db,
  context: ChangeContext,
  person: { id: number; role: Role; grantedRole: GrantedRole },
): Promise<void> {
  await changeRole(tx, { ...person, wantedRole: null }, context);
}
