import * as z from 'zod/mini';
import { platforms } from './couplings.ts';
import { secondsOf } from './kilometres.ts';
import { calendarDate, iri, numeric, paging, reference, requiredDate, wholeNumeric } from './kit/fields.ts';
import { operation } from './kit/operation.ts';
import { collection, resource } from './kit/resource.ts';
import { PersonReference } from './people.ts';
import { SportReference } from './sports.ts';

/** The sources of records; an entry that a person typed is `manual`. */
export const sources = [...platforms, 'file', 'token', 'manual'] as const;
export type Source = (typeof sources)[number];

export const amountTypes = ['time', 'km', 'steps'] as const;
export type AmountType = (typeof amountTypes)[number];

/** Hours 0-99, minutes and seconds 0-59. */
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
  /** The part of a day's steps that belongs to walks and runs that count separately. */
  stepsElsewhere: z.int(),
  info: z.nullable(z.string()),
  /** Kilometres that the activity counts, before an abstraction challenge converts them. */
  challengeKms: z.number(),
  /** 0 and false while likes are switched off. */
  amountOfLikes: z.int(),
  likedByMe: z.boolean(),
  /** The length of the list of comments, flagged ones included; 0 while comments are switched off. */
  amountOfComments: z.int(),
  /** The service whose record counts; null if the activity was typed in, or came from a file or by a token. */
  externalType: z.nullable(z.enum(platforms)),
  /** A link for its owner to the activity at the service, with the text that the service requires. */
  externalViewUrl: z.nullable(z.string()),
  externalViewLabel: z.nullable(z.string()),
  /** The sources of this activity's records, the counting one first; empty if it was only typed in. */
  receivedFrom: z.array(z.enum(sources)),
  /** The device that recorded it, if its source names it. */
  device: z.nullable(z.string()),
  /** False if its owner or an organiser has excluded it from the score. */
  counts: z.boolean(),
  /** Why organisers have corrected or excluded it; shown to its owner only. */
  correction: z.nullable(z.string()),
});
export type Activity = z.infer<typeof Activity>;

/** The kilometres of a person's activities on a day. */
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
/** The limits of the form. */
export const mostKilometers = 999.99;
/** The minimum is one metre, the smallest distance that counts. */
const kilometers = numeric.check(
  z.gte(0.001, 'kilometers.outOfRange'),
  z.lte(mostKilometers, 'kilometers.outOfRange'),
);
/** About 140 km: more than a person walks in a day. */
export const mostSteps = 200_000;
const steps = wholeNumeric.check(
  z.int({ error: 'steps.outOfRange', abort: true }),
  z.gte(1, 'steps.outOfRange'),
  z.lte(mostSteps, 'steps.outOfRange'),
);

/** The two amounts that a form leaves empty; their values are ignored. */
const unread = z.optional(z.unknown());

const shared = {
  performedAt: requiredDate,
  sport: reference,
  info: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(1000, 'value.tooLong')))),
};

/** What a person enters: one amount, named by `amountType`. */
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
  summary: 'Lists the activities of everybody or of one person, the newest first.',
  access: 'participant',
  query: z.object({ ...paging, person: z.optional(iri) }),
  answer: collection(Activity, {}),
});

export const listOfChallenge = operation({
  method: 'GET',
  path: '/platform/api/challenge_activities',
  summary: 'Lists the activities in the window of a challenge, the newest first.',
  access: 'participant',
  query: z.object({ ...paging, challenge: iri }),
  answer: collection(Activity, {}),
});

export const ownDays = operation({
  method: 'GET',
  path: '/platform/api/activity_days',
  summary:
    'Lists what the activities of the signed-in person counted on each of the last 37 days, the newest first.',
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
