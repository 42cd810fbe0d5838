import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Db } from '../db/db.ts';
import type { Clock } from '../kit/platform-day.ts';
import type { NewMember } from '../people/dependencies.ts';
import { createTeamCode } from '../people/guest-codes/guest-code.ts';
import { sortName } from '../people/person.ts';

/** Returns the given names that no team has, ignoring case. */
export async function unknownTeams(db: Db, names: string[]): Promise<Set<string>> {
  if (names.length === 0) return new Set();
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${names}::text[]) as wanted (name)
    where not exists (select from teams where lower(teams.name) = lower(wanted.name))`.execute(db);
  return new Set(rows.map(({ name }) => name));
}

/**
 * Adds imported people to teams. Creates missing teams, and the first member of a new team becomes captain. As with
 * `joinTeam`, people's kilometres count from the start of the running challenge.
 */
export async function addNewMembers(tx: Db, members: NewMember[], { now, today }: Clock): Promise<void> {
  if (members.length === 0) return;
  const teams = await teamsByName(tx, [...new Set(members.map(({ team }) => team))], now);
  const teamOf = ({ team }: NewMember) => teams.get(team.toLowerCase());
  const { rows } = await sql<{ day: string }>`
    select coalesce(min(starts_on), ${today.toString()}::date) as day from challenges
    where ${today.toString()}::date between starts_on and ends_on`.execute(tx);
  const from = (rows[0] as { day: string }).day;
  await tx
    .insertInto('team_memberships')
    .values(
      members.flatMap((member) => {
        const team = teamOf(member);
        return team
          ? [
              {
                team_id: team.id,
                person_id: member.personId,
                from_day: from,
                until_day: null,
                joined_at: now.toString(),
              },
            ]
          : [];
      }),
    )
    .execute();
  for (const team of teams.values()) {
    const first = members.find((member) => teamOf(member) === team);
    if (team.captain_id !== null || !first) continue;
    await tx.updateTable('teams').set({ captain_id: first.personId }).where('id', '=', team.id).execute();
    if (team.isNew) await createTeamCode(tx, team.id, first.personId);
  }
}

/**
 * Returns a map from each of these names, in lower case, to its team. Creates missing teams, and locks all teams in the
 * order of their ids.
 */
async function teamsByName(tx: Db, names: string[], now: Temporal.Instant) {
  const made = await tx
    .insertInto('teams')
    .values(names.map((name) => ({ name, sort_name: sortName(name, ''), created_at: now.toString() })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  const lower = names.map((name) => name.toLowerCase());
  const found = await tx
    .selectFrom('teams')
    .select(['id', 'name', 'captain_id'])
    .where(sql<boolean>`lower(name) = any(${lower}::text[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return new Map(
    found.map((team) => [team.name.toLowerCase(), { ...team, isNew: made.some(({ id }) => id === team.id) }]),
  );
}
