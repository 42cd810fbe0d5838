import * as z from 'zod/mini';
import { iri } from './kit/fields.ts';
import { operation } from './kit/operation.ts';
import { collection, resource } from './kit/resource.ts';
import { PersonReference } from './people.ts';

export const ChallengeTeam = resource('ChallengeTeam', {
  uuid: z.uuid(),
  name: z.string(),
  /** Whether the signed-in person is the captain of the team, and whether this person is a member. */
  isCaptain: z.boolean(),
  isMember: z.boolean(),
  /** The number of current members. */
  amountOfMembers: z.int(),
  /** The code with which people sign up and join the team; shown to the captain only. */
  guestCode: z.optional(z.string()),
});
export type ChallengeTeam = z.infer<typeof ChallengeTeam>;

/** A team on a board. */
export const TeamReference = resource('ChallengeTeam', {
  id: z.uuid(),
  name: z.string(),
});

export const ChallengeTeamMember = resource('ChallengeTeamMember', {
  /** The member's name; empty if the member is not shown by name. */
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
   * Everybody who has logged kilometres for the team, including former members, whose kilometres stay. Those with the
   * most kilometres come first. Unnamed people and deleted accounts share one entry without a name.
   */
  members: z.array(
    z.object({
      /** The id of the person's profile; 0 for the entry without a name. */
      id: z.int(),
      givenName: z.string(),
      surName: z.string(),
      kilometers: z.number(),
      /** The member's percentage of the total, with two decimals. */
      contribution: z.number(),
    }),
  ),
});
export type ContributionDistribution = z.infer<typeof ContributionDistribution>;

/** A new team. Its name has at most 60 characters, which fit on one line of a board. */
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
  summary: 'Lists all teams that have members, sorted by name.',
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
  summary: 'Lists the members of a team, the captain first and the others by name.',
  access: 'participant',
  params: oneTeam,
  answer: collection(ChallengeTeamMember, {}),
});

export const distribution = operation({
  method: 'GET',
  path: '/platform/api/challenge_teams/:uuid/members-contribution-distribution',
  summary:
    'Returns each member’s share of a team’s kilometres in a challenge, by default the current challenge.',
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
  summary: 'Leaves a team. The signed-in person’s kilometres stay with the team.',
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
  /** The member's IRI, from the list of members. */
  body: z.object({ member: iri }),
  status: 204,
});
