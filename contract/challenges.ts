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
 * The state of a challenge: in `grace` it has ended, late entries still count, and its boards are provisional;
 * once `frozen` they are final.
 */
export const challengeStates = ['coming', 'running', 'grace', 'frozen'] as const;
export type ChallengeState = (typeof challengeStates)[number];

export const Challenge = resource('Challenge', {
  uuid: z.uuid(),
  /** The challenge's name in addresses. */
  uri: z.string(),
  type: z.enum(['distance', 'abstraction']),
  /** How many units of `abstractionLabel` one kilometre is; for display only. */
  abstractionConversion: z.nullable(z.number()),
  /** The target, in kilometres. */
  kilometers: z.number(),
  startsAt: moment,
  endsAt: moment,
  timeZone: z.string(),
  state: z.enum(challengeStates),
  /** When the grace period ends or ended: after that nothing changes the boards. */
  closesAt: moment,
  /** When the results became final; null until their file exists. */
  frozenAt: z.nullable(moment),
  /** When an organiser last reopened the results; null if never. */
  reopenedAt: z.nullable(moment),
  /** The map of this challenge; if null, the configuration's `progressMapId`. */
  progressMap: z.nullable(iri),
  /** In the language of the request, else the first translation. */
  ...texts,
  translations: z.array(z.object({ language, ...texts })),
});
export type Challenge = z.infer<typeof Challenge>;

export const ChallengeStats = resource('ChallengeStats', {
  /** The raw number: clients subtract the configuration's `participantsModifier`, down to 0. */
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
  /** How many times around the equator all kilometres go. */
  worldTravels: z.number(),
});
export type AllChallengeStats = z.infer<typeof AllChallengeStats>;

export const ChallengeProgress = resource('ChallengeProgress', {
  /** Kilometres so far. */
  progress: z.number(),
  /** The target, in kilometres. */
  target: z.number(),
  /** 0 to 100, two decimals, rounded down, so that 100 means that the target is reached. */
  percentage: z.number(),
});
export type ChallengeProgress = z.infer<typeof ChallengeProgress>;

export const list = operation({
  method: 'GET',
  path: '/platform/api/challenges',
  summary: 'Lists challenges, the latest start first; with `uri`, only the one with that name.',
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
  summary: 'Returns the challenge that ended last.',
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
