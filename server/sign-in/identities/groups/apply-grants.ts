import { type Role, roles } from '../../../../contract/roles.ts';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/db.ts';
import { visitOf } from '../../../kit/client-info.ts';
import { ProblemError } from '../../../kit/problem-error.ts';
import { logChange } from '../../../management/change-log.ts';
import { logSecurityEvent } from '../../../management/security-log/security-log.ts';
import { lockAmongOrganisers } from '../../../people/last-organiser.ts';
import { setRole } from '../../../people/person-correction.ts';
import type { Identity } from '../identity.ts';
import { joinGrantedTeam } from './granted-team.ts';
import type { GroupGrants } from './group-grants.ts';

/** A person's role, and how the groups of an identity have changed it. */
interface RoleState {
  role: Role;
  /** The role that the groups gave; null if they gave none. */
  granted_role: Role | null;
  /** The person's own role, which the role from the groups replaced. */
  replaced_role: Role | null;
}

/**
 * Returns the new role of a person whose groups give the role `wanted`. Groups can only raise the role that
 * organisers have given. If an organiser has since changed the role, the changed role counts as given by the
 * organiser.
 */
export function roleWith({ role, granted_role, replaced_role }: RoleState, wanted: Role | null): RoleState {
  const own = granted_role !== null && role === granted_role ? (replaced_role ?? 'participant') : role;
  return wanted !== null && roles.indexOf(wanted) > roles.indexOf(own)
    ? { role: wanted, granted_role: wanted, replaced_role: own }
    : { role: own, granted_role: null, replaced_role: null };
}

/**
 * Gives a person the role and the team of their groups at an identity provider, and takes away a role that
 * the groups gave earlier but no longer give. Changes nothing if the provider omitted the groups. If a role
 * or team cannot be applied, logs the problem instead of throwing, so that the person can sign in.
 */
export async function applyGrants(context: Context, identity: Identity, personId: number): Promise<void> {
  const { grants } = identity;
  const { log } = context.request;
  if (!grants) return;
  if (grants === 'unknown')
    return log.warn(
      { issuer: identity.issuer },
      'a person is in too many groups, so the identity provider did not list them: role and team stay unchanged',
    );
  for (const apply of [applyRole, joinGrantedTeam])
    await apply(context, identity, personId, grants).catch((err) => {
      if (!(err instanceof ProblemError)) throw err;
      log.warn({ err, key: err.key, personId }, 'the role or team of a group could not be applied');
    });
}

async function applyRole(
  { db, request, now }: Context,
  identity: Identity,
  personId: number,
  grants: GroupGrants,
): Promise<void> {
  const known = await roleStateOf(db, identity, personId);
  if (!known || isSame(known, roleWith(known, grants.role))) return;
  await db.transaction().execute(async (tx) => {
    await lockAmongOrganisers(tx, personId);
    const before = await roleStateOf(tx, identity, personId);
    if (!before) return;
    const after = roleWith(before, grants.role);
    if (after.role !== before.role) {
      await setRole(tx, { id: personId, role: before.role }, after.role);
      await logChange(tx, {
        actor: null,
        now,
        resource: 'people',
        resourceId: personId,
        subject: personId,
        action: 'replace',
        before: { role: before.role },
        after: { role: after.role },
      });
      const event = { kind: 'role-changed', detail: after.role, personId } as const;
      await logSecurityEvent(tx, event, visitOf(request), now);
    }
    await tx
      .updateTable('identities')
      .set({ granted_role: after.granted_role, replaced_role: after.replaced_role })
      .where('issuer', '=', identity.issuer)
      .where('subject', '=', identity.subject)
      .execute();
  });
}

const roleStateOf = (db: Db, { issuer, subject }: Identity, personId: number) =>
  db
    .selectFrom('identities')
    .innerJoin('people', 'people.id', 'person_id')
    .select(['role', 'granted_role', 'replaced_role'])
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .where('person_id', '=', personId)
    .executeTakeFirst();

const isSame = (one: RoleState, other: RoleState) =>
  one.role === other.role &&
  one.granted_role === other.granted_role &&
  one.replaced_role === other.replaced_role;
