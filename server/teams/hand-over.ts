import type { Db } from '../db/db.ts';
import type { Iris } from '../kit/iris.ts';
import { violation } from '../kit/problem-error.ts';
import { isActivated } from '../people/activated.ts';
import type { Person } from '../people/person.ts';
import { teamCollection } from '../rankings/team-ranking.ts';
import { mustBeCaptain } from './access.ts';

/**
 * Makes another member the captain. Throws 403 if the person is not the captain, and 422 if `member` is not an
 * activated member of the team.
 */
export async function handOverTeam(
  db: Db,
  iris: Iris,
  team: { id: number; uuid: string },
  person: Person,
  member: string,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    mustBeCaptain(person, await lockTeam(tx, team.id));
    const id = iris.numberIn(`${teamCollection}/${team.uuid}/members`, member);
    const found = await tx
      .selectFrom('team_memberships')
      .innerJoin('people', 'people.id', 'person_id')
      .select('person_id')
      .where('team_memberships.id', '=', id ?? 0)
      .where('team_id', '=', team.id)
      .where('until_day', 'is', null)
      .where(isActivated())
      // If the account is being deleted concurrently, waits for the deletion and then finds nothing.
      .forKeyShare('people')
      .executeTakeFirst();
    if (!found) throw violation('member', 'team.memberUnknown');
    await setCaptain(tx, team.id, found.person_id);
  });
}

/**
 * If a person is captain, makes the longest-standing other member captain instead, preferably an activated member. The
 * team has no captain if there is nobody else. Must be the first step when an account is removed or deactivated.
 */
export async function handOverTeamBeforeLeaving(tx: Db, personId: number): Promise<void> {
  const led = await tx.selectFrom('teams').select('id').where('captain_id', '=', personId).executeTakeFirst();
  if (!led) return;
  const { captain_id } = await lockTeam(tx, led.id);
  // The team was handed over before the lock was acquired.
  if (captain_id !== personId) return;
  const next = await tx
    .selectFrom('team_memberships')
    .innerJoin('people', 'people.id', 'person_id')
    .select('person_id')
    .where('team_id', '=', led.id)
    .where('until_day', 'is', null)
    .where('person_id', '<>', personId)
    .where('deactivated_at', 'is', null)
    .orderBy(isActivated(), 'desc')
    .orderBy('joined_at')
    .orderBy('team_memberships.id')
    .executeTakeFirst();
  await setCaptain(tx, led.id, next?.person_id ?? null);
}

/**
 * Locks a team, so that changes to its members and captain wait for each other. Inserting rows that refer to the team
 * does not wait.
 */
export const lockTeam = (tx: Db, id: number) =>
  tx.selectFrom('teams').select('captain_id').where('id', '=', id).forNoKeyUpdate().executeTakeFirstOrThrow();

/** Makes a person the captain of a team, or leaves the team without a captain. */
export const setCaptain = (tx: Db, id: number, captainId: number | null) =>
  tx.updateTable('teams').set({ captain_id: captainId }).where('id', '=', id).execute();
