import * as z from 'zod/mini';
import { iri, language, moment } from './kit/fields.ts';
import { operation } from './kit/operation.ts';
import { collection, resource } from './kit/resource.ts';

const texts = {
  name: z.string(),
  description: z.string(),
  eyeCatcher: z.string(),
  introduction: z.string(),
  abstractionLabel: z.nullable(z.string()),
};

/**
 * The state of a challenge. In `grace`, the challenge has ended, late entries still count, and the boards are
 * provisional. In `frozen`, the boards are final.
 */
export const challengeStates = ['coming', 'running', 'grace', 'frozen'] as const;
export type ChallengeState = (typeof challengeStates)[number];

export const Challenge = resource('Challenge', {
  uuid: z.uuid(),
  /** The name that identifies the challenge in URLs. */
  uri: z.string(),
  type: z.enum(['distance', 'abstraction']),
  /** The number of units of `abstractionLabel` per kilometre; for display only. */
  abstractionConversion: z.nullable(z.number()),
  /** The target, in kilometres. */
  kilometers: z.number(),
  startsAt: moment,
  endsAt: moment,
  timeZone: z.string(),
  state: z.enum(challengeStates),
  /** When the grace period ends or ended; after that, the boards no longer change. */
  closesAt: moment,
  /** When the results became final; null until the results file exists. */
  frozenAt: z.nullable(moment),
  /** When an organiser last reopened the results; null if nobody has. */
  reopenedAt: z.nullable(moment),
  /** The map of this challenge; if null, the map of the configuration's `progressMapId` is shown. */
  progressMap: z.nullable(iri),
  /** The texts in the language of the request, or in the first available language. */
  ...texts,
  translations: z.array(z.object({ language, ...texts })),
});
export type Challenge = z.infer<typeof Challenge>;

export const ChallengeStats = resource('ChallengeStats', {
  /**
   * The number of participants, unadjusted. Clients subtract the configuration's `participantsModifier` and
   * show at least 0.
   */
  totalRegisteredPersons: z.int(),
  sports: z.int(),
  activities: z.int(),
  kilometers: z.number(),
});
export type ChallengeStats = z.infer<typeof ChallengeStats>;

export const AllChallengeStats = resource('AllChallengeStats', {
  challenges: z.int(),
  totalRegisteredPersons: z.int(),
  activities: z.int(),
  /** All kilometres divided by the length of the equator. */
  worldTravels: z.number(),
});
export type AllChallengeStats = z.infer<typeof AllChallengeStats>;

export const ChallengeProgress = resource('ChallengeProgress', {
  /** The kilometres so far. */
  progress: z.number(),
  /** The target, in kilometres. */
  target: z.number(),
  /** 0 to 100 with two decimals, rounded down, so that 100 is shown only when the target is reached. */
  percentage: z.number(),
});
export type ChallengeProgress = z.infer<typeof ChallengeProgress>;

export const list = operation({
  method: 'GET',
  path: '/platform/api/challenges',
  summary: 'Lists challenges, latest start first; with `uri`, only the challenge with that name in its URL.',
  access: 'participant',
  query: z.object({ uri: z.optional(z.string()) }),
  answer: collection(Challenge, {}),
});

export const current = operation({
  method: 'GET',
  path: '/platform/api/challenges/current',
  summary: 'Returns the running challenge.',
  access: 'participant',
  answer: Challenge,
});

export const previous = operation({
  method: 'GET',
  path: '/platform/api/challenges/previous',
  summary: 'Returns the challenge that ended most recently.',
  access: 'participant',
  answer: Challenge,
});

export const next = operation({
  method: 'GET',
  path: '/platform/api/challenges/next',
  summary: 'Returns the challenge that starts next.',
  access: 'participant',
  answer: Challenge,
});

const oneChallenge = z.object({ uuid: z.uuid() });

export const one = operation({
  method: 'GET',
  path: '/platform/api/challenges/:uuid',
  summary: 'Returns a challenge.',
  access: 'participant',
  params: oneChallenge,
  answer: Challenge,
});

export const statsOfAll = operation({
  method: 'GET',
  path: '/platform/api/challenge_statss/all',
  summary: 'Returns the totals of all challenges.',
  access: 'participant',
  answer: AllChallengeStats,
});

export const stats = operation({
  method: 'GET',
  path: '/platform/api/challenge_statss/:uuid',
  summary: 'Returns the totals of a challenge.',
  access: 'participant',
  params: oneChallenge,
  answer: ChallengeStats,
});

export const progress = operation({
  method: 'GET',
  path: '/platform/api/challenge_progresses/:uuid',
  summary: 'Returns the progress of a challenge.',
  access: 'participant',
  params: oneChallenge,
  answer: ChallengeProgress,
});
