import * as z from 'zod/mini';
import { platforms } from './couplings.ts';
import { secondsOf } from './kilometres.ts';
import { calendarDate, iri, numeric, paging, reference, requiredDate, wholeNumeric } from './kit/fields.ts';
import { operation } from './kit/operation.ts';
import { collection, resource } from './kit/resource.ts';
import { PersonReference } from './people.ts';
import { SportReference } from './sports.ts';

/** The sources of workout records; `manual` is an entry that a person typed. */
export const sources = [...platforms, 'file', 'token', 'manual'] as const;
export type Source = (typeof sources)[number];

export const amountTypes = ['time', 'km', 'steps'] as const;
export type AmountType = (typeof amountTypes)[number];

/** A time as `hh:mm:ss`: hours 0-99, minutes and seconds 0-59. */
export const timePattern = /^\d{2}:[0-5]\d:[0-5]\d$/;

export const Activity = resource('Activity', {
  uuid: z.uuid(),
  person: PersonReference,
  sport: SportReference,
  performedAt: calendarDate,
  amountType: z.enum(amountTypes),
  time: z.nullable(z.string()),
  kilometers: z.nullable(z.number()),
  steps: z.nullable(z.int()),
  /** How many of the day's steps belong to walks and runs that count as separate activities. */
  stepsElsewhere: z.int(),
  info: z.nullable(z.string()),
  /** The kilometres counted for the activity, before an abstraction challenge converts them. */
  challengeKms: z.number(),
  /**
   * The number of likes, and whether the signed-in person likes the activity; 0 and false while likes are switched off.
   */
  amountOfLikes: z.int(),
  likedByMe: z.boolean(),
  /** The number of comments, including flagged comments; 0 while comments are switched off. */
  amountOfComments: z.int(),
  /**
   * The service whose record counts; null if the counting record was typed in, came from a file or was sent with a
   * token.
   */
  externalType: z.nullable(z.enum(platforms)),
  /** A link to the activity on the service's site, with the text that the service requires; shown to the owner only. */
  externalViewUrl: z.nullable(z.string()),
  externalViewLabel: z.nullable(z.string()),
  /**
   * The sources of the activity's records, starting with the counting record's; empty if the activity was only typed
   * in.
   */
  receivedFrom: z.array(z.enum(sources)),
  /** The device that recorded the activity, if the source names the device. */
  device: z.nullable(z.string()),
  /** False if the activity is waiting, or if its owner or an organiser has excluded it from the score. */
  counts: z.boolean(),
  /** True if the activity may be the same workout as another one: it counts only once its owner has answered. */
  waiting: z.boolean(),
  /**
   * Why organisers corrected or excluded the activity, or `motorSpeed` while an imported recording that is as
   * fast as a motor vehicle waits for their decision; shown to its owner only.
   */
  correction: z.nullable(z.string()),
});
export type Activity = z.infer<typeof Activity>;

/**
 * The `correction` of an imported recording that is as fast as a motor vehicle, and does not count until
 * organisers accept it.
 */
export const motorSpeed = 'motorSpeed';

/** The kilometres counted for a person's activities on one day. */
export const ActivityDay = resource(
  'ActivityDay',
  { day: calendarDate, kilometers: z.number() },
  '/platform/api/activity_days/:day',
);
export type ActivityDay = z.infer<typeof ActivityDay>;

const time = z.string('time.invalid').check(
  z.trim(),
  z.regex(timePattern, 'time.invalid'),
  z.refine((value) => !timePattern.test(value) || secondsOf(value) > 0, 'time.zero'),
);
/** The maximum number of kilometres that a person can enter for an activity. */
export const mostKilometers = 999.99;
/** At least one metre, the smallest distance that counts. */
const kilometers = numeric.check(
  z.gte(0.001, 'kilometers.outOfRange'),
  z.lte(mostKilometers, 'kilometers.outOfRange'),
);
/** The maximum number of steps that a person can enter: about 140 km, more than anybody walks in a day. */
export const mostSteps = 200_000;
const steps = wholeNumeric.check(
  z.int({ error: 'steps.outOfRange', abort: true }),
  z.gte(1, 'steps.outOfRange'),
  z.lte(mostSteps, 'steps.outOfRange'),
);

/** An amount other than the one that `amountType` names; its value is ignored. */
const unread = z.optional(z.unknown());

const shared = {
  performedAt: requiredDate,
  sport: reference,
  info: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(1000, 'value.tooLong')))),
};

/** An activity as a person enters it: `amountType` says which of the three amounts is used. */
export const ActivityEntry = z.discriminatedUnion(
  'amountType',
  [
    z.object({ ...shared, amountType: z.literal('time'), time, kilometers: unread, steps: unread }),
    z.object({ ...shared, amountType: z.literal('km'), time: unread, kilometers, steps: unread }),
    z.object({ ...shared, amountType: z.literal('steps'), time: unread, kilometers: unread, steps }),
  ],
  'amountType.unknown',
);
export type ActivityEntry = z.infer<typeof ActivityEntry>;

const oneActivity = z.object({ uuid: z.uuid() });

export const list = operation({
  method: 'GET',
  path: '/platform/api/activities',
  summary: 'Lists activities, newest first; with `person`, only the activities of that person.',
  access: 'participant',
  query: z.object({ ...paging, person: z.optional(iri) }),
  answer: collection(Activity, {}),
});

export const listOfChallenge = operation({
  method: 'GET',
  path: '/platform/api/challenge_activities',
  summary: 'Lists the activities within the period of a challenge, newest first.',
  access: 'participant',
  query: z.object({ ...paging, challenge: iri }),
  answer: collection(Activity, {}),
});

export const ownDays = operation({
  method: 'GET',
  path: '/platform/api/activity_days',
  summary: 'Lists the kilometres counted for the signed-in person on each of the last 37 days, newest first.',
  access: 'participant',
  answer: collection(ActivityDay, {}),
});

export const one = operation({
  method: 'GET',
  path: '/platform/api/activities/:uuid',
  summary: 'Returns an activity.',
  access: 'participant',
  params: oneActivity,
  answer: Activity,
});

export const create = operation({
  method: 'POST',
  path: '/platform/api/activities',
  summary: 'Logs an activity of the signed-in person.',
  access: 'participant',
  body: ActivityEntry,
  status: 201,
  answer: Activity,
});

export const replace = operation({
  method: 'PUT',
  path: '/platform/api/activities/:uuid',
  summary: 'Updates your own activity.',
  access: 'participant',
  params: oneActivity,
  body: ActivityEntry,
  answer: Activity,
});

export const remove = operation({
  method: 'DELETE',
  path: '/platform/api/activities/:uuid',
  summary: 'Removes your own activity.',
  access: 'participant',
  params: oneActivity,
  status: 204,
});
