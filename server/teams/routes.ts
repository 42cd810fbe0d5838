import type { api } from '../../contract/api.ts';
import { challengeOfIri, currentChallenge } from '../challenges/challenge.ts';
import type { Context } from '../context.ts';
import type { Handlers } from '../kit/mount.ts';
import { notFound } from '../kit/problem-error.ts';
import { authorOf, managedRoutes } from '../management/managed-routes.ts';
import { mustBeOn } from '../platform/settings/config.ts';
import { readTeamLock, setTeamLock } from '../platform/settings/team-lock.ts';
import { addTeam } from './add-team.ts';
import { handOverTeam } from './hand-over.ts';
import { handOverFor, managedTeams } from './managed-teams.ts';
import { moveMember } from './member-move.ts';
import { joinTeam, leaveTeam } from './membership.ts';
import { createTeam, findTeam, listTeams, toTeam } from './team.ts';
import { contributionDistribution, listMembers } from './team-members.ts';

export const teamRoutes: Handlers<Context, typeof api.teams> = {
  list: async ({ db, iris, person }) => {
    await mustBeOn(db, 'teamsEnabled');
    const members = await listTeams(db, iris, person);
    return { members, totalItems: members.length };
  },
  create: async ({ db, iris, person, now, today }, { body }) => {
    await mustBeOn(db, 'teamsEnabled', 'allowTeamCreation');
    return createTeam(db, iris, person, body.name, { now, today });
  },
  one: async (context, { params }) =>
    toTeam(context.iris, await teamOf(context, params.uuid), context.person),
  members: async (context, { params }) => {
    const { db, iris, person } = context;
    const members = await listMembers(db, iris, await teamOf(context, params.uuid), person);
    return { members, totalItems: members.length };
  },
  distribution: async (context, { params, query }) => {
    const { db, iris, person, now } = context;
    const team = await teamOf(context, params.uuid);
    const challenge = query.challenge
      ? await challengeOfIri(db, iris, query.challenge)
      : await currentChallenge(db, now);
    if (!challenge) throw notFound();
    return contributionDistribution(db, iris, team, challenge, person);
  },
  join: async (context, { params }) => {
    const { db, person, now, today } = context;
    const team = await teamToChange(context, params.uuid);
    await db.transaction().execute((tx) => joinTeam(tx, team.id, person.id, { now, today }));
  },
  leave: async (context, { params }) => {
    const { db, person, now, today } = context;
    await leaveTeam(db, (await teamToChange(context, params.uuid)).id, person, { now, today });
  },
  handOver: async (context, { params, body }) =>
    handOverTeam(
      context.db,
      context.iris,
      await teamToChange(context, params.uuid),
      context.person,
      body.member,
    ),
};

async function teamOf({ db, person }: Context, uuid: string) {
  await mustBeOn(db, 'teamsEnabled');
  return findTeam(db, uuid, person);
}

/**
 * Returns a team that the person wants to join, leave or hand over. Throws 404 if people may not create
 * teams, because they cannot join or leave teams either.
 */
async function teamToChange({ db, person }: Context, uuid: string) {
  await mustBeOn(db, 'teamsEnabled', 'allowTeamCreation');
  return findTeam(db, uuid, person);
}

const managed = managedRoutes(managedTeams);

export const teamManagement: Handlers<Context, typeof api.managedTeams> = {
  list: managed.list,
  one: managed.one,
  create: (context, { body }) => addTeam(context.db, context.iris, body, authorOf(context)),
  replace: managed.replace,
  handOver: (context, { params, body }) =>
    handOverFor(context.db, context.iris, params.id, body, authorOf(context)),
  move: (context, { params, body }) =>
    moveMember(context.db, params.id, body, authorOf(context), context.today),
  lock: ({ db }) => readTeamLock(db),
  setLock: (context, { body }) => setTeamLock(context.db, body, authorOf(context)),
};
