import { sql } from 'kysely';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/db.ts';
import { isFeatureOn } from '../../../platform/settings/config.ts';
import { areTeamsLocked } from '../../../platform/settings/team-lock.ts';
import { moveMember } from '../../../teams/member-move.ts';
import { joinTeam } from '../../../teams/membership.ts';
import type { Identity } from '../identity.ts';
import type { GroupGrants } from './group-grants.ts';

/**
 * Puts a person in the team of their group, once. A person who has left that team or chosen another one is
 * not moved again. If the group changes, the person moves from the old group's team to the new group's team,
 * and kilometres of earlier days stay with the old team. Does nothing while teams are disabled or locked, so
 * that the next sign-in tries again.
 */
export async function joinGrantedTeam(
  { db, request, now, today }: Context,
  { issuer, subject }: Identity,
  personId: number,
  { team: name }: GroupGrants,
): Promise<void> {
  if (name === null || !(await isFeatureOn(db, 'teamsEnabled')) || (await areTeamsLocked(db, today))) return;
  const team = await db
    .selectFrom('teams')
    .select('id')
    .where(sql`lower(name)`, '=', name.toLowerCase())
    .executeTakeFirst();
  if (!team) return request.log.warn({ team: name }, 'the team of a group does not exist; create it');
  const { current, granted } = await teamsOf(db, issuer, subject, personId);
  if (granted === team.id) return;
  if (current === null)
    await db.transaction().execute((tx) => joinTeam(tx, team.id, personId, { now, today }));
  else if (current === granted)
    await moveMember(db, personId, { teamId: team.id, from: today.toString() }, { id: null, now }, today);
  else if (current !== team.id) return;
  await db
    .updateTable('identities')
    .set({ granted_team_id: team.id })
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .execute();
}

/** Returns a person's current team, and the team that their groups at an identity provider gave them. */
async function teamsOf(db: Db, issuer: string, subject: string, personId: number) {
  const membership = await db
    .selectFrom('team_memberships')
    .select('team_id')
    .where('person_id', '=', personId)
    .where('until_day', 'is', null)
    .executeTakeFirst();
  const identity = await db
    .selectFrom('identities')
    .select('granted_team_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return { current: membership?.team_id ?? null, granted: identity?.granted_team_id ?? null };
}
