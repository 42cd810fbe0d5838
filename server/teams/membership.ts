import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Db } from '../db/db.ts';
import type { Clock } from '../kit/platform-day.ts';
import { violation } from '../kit/problem-error.ts';
import type { UsedCode } from '../people/guest-codes/guest-code-check.ts';
import type { Person } from '../people/person.ts';
import { isOn } from '../platform/settings/config.ts';
import { areTeamsLocked } from '../platform/settings/team-lock.ts';
import { moveToTeam } from '../rankings/standings-writes.ts';
import { lockTeam, setCaptain } from './hand-over.ts';

/**
 * Makes a person a member of a team, or the captain if the team has no members. The person's kilometres count for the
 * team from today, or from the start of the running challenge if this is the person's first team in that challenge. If
 * the person left another team today, kilometres count from tomorrow, because each day belongs to one team. Throws 422
 * if the person is already in a team or teams are locked.
 */
export async function joinTeam(tx: Db, teamId: number, personId: number, clock: Clock): Promise<void> {
  await mustBeOpen(tx, clock);
  await enterTeam(tx, teamId, personId, clock);
}

/** Like `joinTeam`, but also works while teams are locked; used for changes by organisers. */
export async function enterTeam(tx: Db, teamId: number, personId: number, clock: Clock): Promise<void> {
  const team = await lockTeam(tx, teamId);
  await lockPerson(tx, personId);
  if (await membershipNow(tx, personId)) throw violation('team', 'team.alreadyIn');
  const from = await firstDay(tx, personId, clock.today.toString());
  await tx
    .insertInto('team_memberships')
    .values({
      team_id: teamId,
      person_id: personId,
      from_day: from,
      until_day: null,
      joined_at: clock.now.toString(),
    })
    .execute();
  if (team.captain_id === null) await setCaptain(tx, teamId, personId);
  await moveToTeam(tx, clock.now, { personId, teamId, from }, 1);
}

/**
 * Puts a person who has just signed up with a guest code in the code's team, if it has one. Does nothing if teams are
 * disabled or locked.
 */
export async function joinTeamOfCode(tx: Db, code: UsedCode, personId: number, clock: Clock): Promise<void> {
  if (code.teamId === null) return;
  const { on, open } = await tx
    .selectNoFrom([isOn('teamsEnabled').as('on'), isOn('allowTeamCreation').as('open')])
    .executeTakeFirstOrThrow();
  if (on && open && !(await areTeamsLocked(tx, clock.today)))
    await joinTeam(tx, code.teamId, personId, clock);
}

/**
 * Ends a person's membership. The person's kilometres up to today stay with the team. Throws 422 if the person is not
 * in the team or is its captain, or if teams are locked.
 */
export async function leaveTeam(db: Db, teamId: number, person: Person, clock: Clock): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await mustBeOpen(tx, clock);
    const team = await lockTeam(tx, teamId);
    await lockPerson(tx, person.id);
    const membership = await membershipNow(tx, person.id);
    if (membership?.team_id !== teamId) throw violation('team', 'team.notIn');
    if (team.captain_id === person.id) throw violation('team', 'team.captainStays');
    const today = clock.today.toString();
    // Activities dated tomorrow, which people in time zones further ahead of UTC can log, no longer count for the team.
    const later = clock.today.add({ days: 1 }).toString();
    const [, from = later] = [membership.from_day, later].sort();
    await moveToTeam(tx, clock.now, { personId: person.id, teamId, from }, -1);
    if (membership.from_day > today)
      await tx.deleteFrom('team_memberships').where('id', '=', membership.id).execute();
    else
      await tx
        .updateTable('team_memberships')
        .set({ until_day: today })
        .where('id', '=', membership.id)
        .execute();
  });
}

/**
 * Removes a person from all team memberships. Must be the last step, after the person's sums have been stored. Keeps
 * the days up to today under an anonymous former member, so that the team's average does not change.
 */
export async function removeMemberships(tx: Db, personId: number, today: Temporal.PlainDate): Promise<void> {
  const day = today.toString();
  await tx
    .deleteFrom('team_memberships')
    .where('person_id', '=', personId)
    .where('from_day', '>', day)
    .execute();
  await sql`
    update team_memberships set person_id = null, until_day = coalesce(until_day, ${day}::date), former_member = (
      select min(id) from team_memberships same
      where same.person_id = ${personId} and same.team_id = team_memberships.team_id
    )
    where person_id = ${personId}`.execute(tx);
}

/** Throws 422 if teams are locked today. */
export async function mustBeOpen(tx: Db, { today }: Clock): Promise<void> {
  if (await areTeamsLocked(tx, today)) throw violation('team', 'team.locked');
}

/**
 * Waits for running writes to the person's activities, so that later writes see the new membership. See the database
 * function `team_of`.
 */
const lockPerson = (tx: Db, id: number) =>
  tx.selectFrom('people').select('id').where('id', '=', id).forUpdate().execute();

const membershipNow = (tx: Db, personId: number) =>
  tx
    .selectFrom('team_memberships')
    .selectAll()
    .where('person_id', '=', personId)
    .where('until_day', 'is', null)
    .executeTakeFirst();

/** Returns whether a person is currently in a team. */
export const isInTeam = async (tx: Db, personId: number): Promise<boolean> =>
  (await membershipNow(tx, personId)) !== undefined;

async function firstDay(tx: Db, personId: number, today: string): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    select greatest(
      coalesce((
        select min(starts_on) from challenges
        where ${today}::date between starts_on and ends_on and not exists (
          select from team_memberships where person_id = ${personId} and until_day >= starts_on
        )
      ), ${today}::date),
      (select max(until_day) + 1 from team_memberships where person_id = ${personId})
    ) as day`.execute(tx);
  return (rows[0] as { day: string }).day;
}
