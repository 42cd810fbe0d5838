import * as z from 'zod/mini';
import { iri } from './kit/fields.ts';
import { operation } from './kit/operation.ts';
import { collection, resource } from './kit/resource.ts';
import { PersonReference } from './people.ts';

export const ChallengeTeam = resource('ChallengeTeam', {
  uuid: z.uuid(),
  name: z.string(),
  /** Whether the signed-in person is the captain, and whether they are a member. */
  isCaptain: z.boolean(),
  isMember: z.boolean(),
  /** The number of current members. */
  amountOfMembers: z.int(),
  /** Shown to the captain only: people who sign up with it join the team. */
  guestCode: z.optional(z.string()),
});
export type ChallengeTeam = z.infer<typeof ChallengeTeam>;

/** A team as boards name it. */
export const TeamReference = resource('ChallengeTeam', {
  id: z.uuid(),
  name: z.string(),
});

export const ChallengeTeamMember = resource('ChallengeTeamMember', {
  /** Empty for somebody who is not named. */
  fullName: z.string(),
  person: PersonReference,
  isCaptain: z.boolean(),
});
export type ChallengeTeamMember = z.infer<typeof ChallengeTeamMember>;

export const ContributionDistribution = resource('ContributionDistribution', {
  /** The team. */
  performer: z.object({ name: z.string() }),
  /** The team's kilometres in the challenge. */
  totalKilometers: z.number(),
  /**
   * Everybody with kilometres in the team, the most first; former members too, as their kilometres stay. Unnamed people
   * and deleted accounts share one entry without a name.
   */
  members: z.array(
    z.object({
      /** The profile's id; 0 for the entry without a name. */
      id: z.int(),
      givenName: z.string(),
      surName: z.string(),
      kilometers: z.number(),
      /** Percentage of the total, two decimals. */
      contribution: z.number(),
    }),
  ),
});
export type ContributionDistribution = z.infer<typeof ContributionDistribution>;

/** 60 characters fit on a line of a board. */
export const NewTeam = z.object({
  name: z
    .string('value.required')
    .check(
      z.trim(),
      z.minLength(5, { error: 'teamName.tooShort', abort: true }),
      z.maxLength(60, 'teamName.tooLong'),
    ),
});

const oneTeam = z.object({ uuid: z.uuid() });

export const list = operation({
  method: 'GET',
  path: '/platform/api/challenge_teams',
  summary: 'Lists all teams that have members, by name.',
  access: 'participant',
  answer: collection(ChallengeTeam, {}),
});

export const create = operation({
  method: 'POST',
  path: '/platform/api/challenge_teams',
  summary: 'Creates a team with the signed-in person as its captain.',
  access: 'participant',
  body: NewTeam,
  status: 201,
  answer: ChallengeTeam,
});

export const one = operation({
  method: 'GET',
  path: '/platform/api/challenge_teams/:uuid',
  summary: 'Returns a team.',
  access: 'participant',
  params: oneTeam,
  answer: ChallengeTeam,
});

export const members = operation({
  method: 'GET',
  path: '/platform/api/challenge_teams/:uuid/members',
  summary: 'Lists the members of a team: the captain first, then by name.',
  access: 'participant',
  params: oneTeam,
  answer: collection(ChallengeTeamMember, {}),
});

export const distribution = operation({
  method: 'GET',
  path: '/platform/api/challenge_teams/:uuid/members-contribution-distribution',
  summary:
    'Returns the share of each member in a team’s kilometres in a challenge, by default the current one.',
  access: 'participant',
  params: oneTeam,
  query: z.object({ challenge: z.optional(iri) }),
  answer: ContributionDistribution,
});

export const join = operation({
  method: 'POST',
  path: '/platform/api/challenge_teams/:uuid/join',
  summary: 'Joins a team.',
  access: 'participant',
  params: oneTeam,
  status: 204,
});

export const leave = operation({
  method: 'POST',
  path: '/platform/api/challenge_teams/:uuid/leave',
  summary: 'Leaves a team. The kilometres of the signed-in person stay with it.',
  access: 'participant',
  params: oneTeam,
  status: 204,
});

export const handOver = operation({
  method: 'POST',
  path: '/platform/api/challenge_teams/:uuid/hand-over',
  summary: 'Makes another member the captain of a team.',
  access: 'participant',
  params: oneTeam,
  /** The address of the member, as the list of members gives it. */
  body: z.object({ member: iri }),
  status: 204,
});
