import * as z from 'zod/mini';
import { challengeStates } from '../challenges.ts';
import { moment, requiredDate, rowNumber, wholeNumber } from '../kit/fields.ts';
import { inEveryLanguage, maybeInEveryLanguage } from '../kit/in-every-language.ts';
import { managedResource } from '../kit/managed-resource.ts';
import { operation } from '../kit/operation.ts';
import { resource } from '../kit/resource.ts';
import { reason } from './activities.ts';
import { Task } from './tasks.ts';

const amount = (minimum: number, maximum: number) =>
  z.number('value.required').check(z.gte(minimum, 'number.outOfRange'), z.lte(maximum, 'number.outOfRange'));

/** Whether the JavaScript runtime supports the time zone. */
function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

/**
 * The name that identifies the challenge in URLs. If empty, a new challenge gets one derived from its name,
 * and an existing challenge keeps its own.
 */
const uri = z._default(
  z.string('value.invalid').check(
    z.trim(),
    z.maxLength(100, { error: 'value.tooLong', abort: true }),
    z.refine((name) => /^([a-z0-9]+(-[a-z0-9]+)*)?$/.test(name), 'uri.invalid'),
  ),
  '',
);

/** A challenge as organisers edit it. */
export const challenges = managedResource({
  name: 'ManagedChallenge',
  noun: 'challenges',
  access: 'organiser',
  fields: {
    uri,
    type: z.enum(['distance', 'abstraction'], 'value.required'),
    /** The number of units per kilometre; only for abstraction challenges. */
    abstractionConversion: z._default(z.nullable(amount(0.000_001, 1_000_000)), null),
    /** The target. The limit, a hundred million kilometres, is two thirds of the distance to the sun. */
    kilometers: amount(0.001, 100_000_000),
    /** The first and last day, both included, in the challenge's time zone. */
    startsOn: requiredDate,
    endsOn: requiredDate,
    timeZone: z._default(
      z.string('value.required').check(z.refine((name) => isTimeZone(name), 'timeZone.unknown')),
      'Europe/Brussels',
    ),
    /** For how many hours after the end late entries still count; at most 30 days. */
    graceHours: z._default(
      z.int('number.invalid').check(z.gte(0, 'number.outOfRange'), z.lte(720, 'number.outOfRange')),
      72,
    ),
    /** The map of this challenge; if null, the map of the configuration is shown. */
    progressMapId: z._default(z.nullable(rowNumber), null),
    name: inEveryLanguage(100),
    eyeCatcher: maybeInEveryLanguage(500),
    // HTML that may contain pictures; the API's limit for request bodies applies to all languages combined.
    introduction: maybeInEveryLanguage(300_000),
    description: maybeInEveryLanguage(300_000),
    /** The unit of an abstraction challenge, for example «trees». */
    abstractionLabel: maybeInEveryLanguage(50),
  },
  shown: {
    uuid: z.uuid(),
    state: z.enum(challengeStates),
    closesAt: moment,
    frozenAt: z.nullable(moment),
    archivedAt: z.nullable(moment),
    /** Whether the challenge is in preparation: archived, and never yet shown to participants. */
    isHidden: z.boolean(),
    /** When the results were last reopened. */
    reopenedAt: z.nullable(moment),
    /** The SHA-256 hash of the results file, once the file exists. */
    sha256: z.nullable(z.string()),
    /** The number of activities on the boards of the challenge. */
    activities: z.int(),
    /** Whether the boards are being recomputed because the dates have changed. */
    isBeingCounted: z.boolean(),
    /** Other challenges that share some of the days, which is allowed but rarely intended. */
    overlaps: z.array(z.object({ id: z.int(), name: inEveryLanguage(100) })),
  },
  filters: {},
  sorted: ['uri', 'startsOn', 'endsOn', 'kilometers', 'activities'],
});

export type ManagedChallenge = z.infer<typeof challenges.Item>;

/** Whether the new challenge starts in the archive, hidden from participants until an organiser restores it. */
const hidden = (isHidden: boolean) => z._default(z.boolean('value.invalid'), isHidden);

export const create = operation({
  ...challenges.create,
  body: z.object({ ...challenges.Entry.def.shape, hidden: hidden(false) }),
});

const { path } = challenges.list;
const params = z.object({ id: rowNumber });
const answer = challenges.Item;

export const clone = operation({
  method: 'POST',
  path: `${path}/:id/clone`,
  summary:
    'Clones a challenge: the new challenge has the same texts, map, target and length, and the given first day.',
  access: 'organiser',
  params,
  body: z.object({
    uri,
    startsOn: requiredDate,
    /** The name of the new challenge; if omitted, the name of the cloned challenge. */
    name: z.optional(inEveryLanguage(100)),
    hidden: hidden(true),
  }),
  status: 201,
  answer,
});

export const archive = operation({
  method: 'POST',
  path: `${path}/:id/archive`,
  summary:
    'Archives a challenge that is neither running nor in its grace period, so that participants no longer see it, or restores an archived challenge.',
  access: 'organiser',
  params,
  body: z.object({ archived: z.boolean('value.required') }),
  answer,
});

export const freeze = operation({
  method: 'POST',
  path: `${path}/:id/freeze`,
  summary:
    'Freezes the results of a challenge that has ended, without waiting for the end of its grace period.',
  access: 'organiser',
  params,
  answer: Task,
});

/** How other dates would change the boards of a challenge. */
export const ChallengeDays = resource('ChallengeDays', {
  /** The number of activities within the current dates. */
  activitiesNow: z.int(),
  /** The number of activities within the proposed dates. */
  activitiesThen: z.int(),
  /** When the results would freeze with the proposed dates. */
  closesAt: moment,
});

export const days = operation({
  method: 'GET',
  path: `${path}/:id/days`,
  summary:
    'Returns how many activities count with the current dates of a challenge, and how many would count with other dates.',
  access: 'organiser',
  params,
  query: z.object({
    startsOn: requiredDate,
    endsOn: requiredDate,
    /** The proposed grace period; if omitted, the current grace period. */
    graceHours: z.optional(wholeNumber(0, 720)),
  }),
  answer: ChallengeDays,
});

export const reopen = operation({
  method: 'POST',
  path: `${path}/:id/reopen`,
  summary:
    'Reopens frozen results, with a reason for the change log. Boards are recomputed, the dates can change, and the results freeze again after the grace period.',
  access: 'organiser',
  params,
  body: z.object({ reason }),
  answer,
});

export const resultFile = operation({
  method: 'GET',
  path: `${path}/:id/results.json`,
  summary:
    'Returns exactly the bytes of the results file that were hashed; 404 until the results are frozen.',
  access: 'organiser',
  params,
});

export const resultArchive = operation({
  method: 'GET',
  path: `${path}/:id/results.zip`,
  summary:
    'Exports all boards of frozen results as CSV with names, together with the results file; 404 until the results are frozen.',
  access: 'organiser',
  params,
});
