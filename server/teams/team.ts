import { type ExpressionBuilder, sql } from 'kysely';
import type { ChallengeTeam } from '../../contract/teams.ts';
import type { Db } from '../db/db.ts';
import type { Tables } from '../db/tables.ts';
import type { Iris } from '../kit/iris.ts';
import type { Clock } from '../kit/platform-day.ts';
import { notFound, violation } from '../kit/problem-error.ts';
import { isActivated } from '../people/activated.ts';
import { createTeamCode } from '../people/guest-codes/guest-code.ts';
import { type Person, sortName } from '../people/person.ts';
import { teamCollection } from '../rankings/team-ranking.ts';
import { maySeeCode } from './access.ts';
import { enterTeam, mustBeOpen } from './membership.ts';

type Shown = Omit<ChallengeTeam, '@context'>;
type Row = Awaited<ReturnType<typeof findTeam>>;

/** Lists all teams with activated members, by name. */
export async function listTeams(db: Db, iris: Iris, viewer: Person): Promise<Shown[]> {
  const rows = await teams(db, viewer)
    .where('captain_id', 'is not', null)
    .where((eb) => eb.exists(membersOf(eb)))
    .orderBy('sort_name')
    .orderBy('name')
    .execute();
  return rows.map((row) => toTeam(iris, row, viewer));
}

/** Returns the team with this uuid and whether the viewer is a member. Throws 404 if the team does not exist. */
export async function findTeam(db: Db, uuid: string, viewer: Person) {
  const found = await teams(db, viewer).where('uuid', '=', uuid).executeTakeFirst();
  if (!found) throw notFound();
  return found;
}

/**
 * Creates a team and its guest code, with `captain` as captain and first member. Throws 422 if another team has the
 * name, ignoring case, if the captain is already in a team, or if teams are locked.
 */
export async function createTeam(
  db: Db,
  iris: Iris,
  captain: Person,
  name: string,
  clock: Clock,
): Promise<Shown> {
  return db.transaction().execute(async (tx) => {
    await mustBeOpen(tx, clock);
    const id = await newTeam(tx, name, captain.id, clock);
    const team = await teams(tx, captain).where('id', '=', id).executeTakeFirstOrThrow();
    return toTeam(iris, team, captain);
  });
}

/** Creates a team and returns its id. Unlike `createTeam`, also works while teams are locked. */
export async function newTeam(tx: Db, name: string, captainId: number, clock: Clock): Promise<number> {
  const team = await tx
    .insertInto('teams')
    .values({ name, sort_name: sortName(name, ''), created_at: clock.now.toString() })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!team) throw violation('name', 'teamName.taken');
  await enterTeam(tx, team.id, captainId, clock);
  await createTeamCode(tx, team.id, captainId);
  return team.id;
}

function teams(db: Db, viewer: Person) {
  return db
    .selectFrom('teams')
    .selectAll('teams')
    .select((eb) => [
      membersOf(eb).select(sql<number>`count(*)::int`.as('members')).as('members'),
      eb
        .exists(
          eb
            .selectFrom('team_memberships')
            .whereRef('team_id', '=', 'teams.id')
            .where('until_day', 'is', null)
            .where('person_id', '=', viewer.id),
        )
        .as('is_member'),
      eb
        .selectFrom('guest_codes')
        .select('code')
        .whereRef('team_id', '=', 'teams.id')
        .orderBy('id')
        .limit(1)
        .as('guest_code'),
    ]);
}

/** Returns a subquery for the current, activated members of the outer query's team. */
const membersOf = (eb: ExpressionBuilder<Tables, 'teams'>) =>
  eb
    .selectFrom('team_memberships')
    .innerJoin('people', 'people.id', 'person_id')
    .whereRef('team_id', '=', 'teams.id')
    .where('until_day', 'is', null)
    .where(isActivated());

/** Converts a row to a team as the API shows it to `viewer`. */
export function toTeam(iris: Iris, row: Row, viewer: Person): Shown {
  return {
    '@id': iris.of(`${teamCollection}/${row.uuid}`),
    '@type': 'ChallengeTeam',
    uuid: row.uuid,
    name: row.name,
    isCaptain: row.captain_id === viewer.id,
    isMember: Boolean(row.is_member),
    amountOfMembers: row.members ?? 0,
    ...(maySeeCode(viewer, row) && row.guest_code ? { guestCode: row.guest_code } : {}),
  };
}
