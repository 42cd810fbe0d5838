import * as z from 'zod/mini';
import { ActivityEntry, amountTypes, sources } from '../activities.ts';
import {
  calendarDate,
  language,
  moment,
  requiredDate,
  requiredRowNumber,
  requiredText,
  rowNumber,
} from '../kit/fields.ts';
import { listQuery, managedResource } from '../kit/managed-resource.ts';
import { operation } from '../kit/operation.ts';
import { collection, resource } from '../kit/resource.ts';

/** The reason for a change, which the person can read; at most 500 characters, as for a flag. */
export const reason = requiredText(500);

const version = z.string('value.required').check(z.minLength(1, 'value.required'));

/** An activity as organisers see it, without positions or devices. */
const managed = managedResource({
  name: 'ManagedActivity',
  noun: 'activities',
  access: 'organiser',
  fields: {
    performedAt: calendarDate,
    /** The address of the sport. */
    sport: z.string(),
    amountType: z.enum(amountTypes),
    time: z.nullable(z.string()),
    kilometers: z.nullable(z.number()),
    steps: z.nullable(z.int()),
    info: z.nullable(z.string()),
    counts: z.boolean(),
  },
  shown: {
    uuid: z.uuid(),
    personId: z.int(),
    /** The person's given name and surname. */
    person: z.string(),
    sportName: z.string(),
    sportLabels: z.array(z.object({ language, label: z.string() })),
    /** Null in employer-blind mode, where organisers see only the day and the kilometres. */
    source: z.nullable(z.enum(sources)),
    challengeKms: z.number(),
    /** Why organisers corrected the activity. */
    correction: z.nullable(z.string()),
  },
  filters: {},
  sorted: ['performedAt', 'person', 'sportName', 'challengeKms'],
});
export const { noun, fieldNames, Entry, Item, one } = managed;
export type ManagedActivity = z.infer<typeof Item>;

export const list = operation({
  method: 'GET',
  path: managed.list.path,
  summary:
    'Lists the activities of all people. If the setting `activitiesByReason` is on, lists only activities that wait for a decision or that the organiser has looked up with a reason.',
  access: 'organiser',
  query: listQuery(['performedAt', 'person', 'sportName', 'challengeKms'], {
    personId: z.optional(rowNumber),
    sport: z.optional(z.string()),
    /** The first and last day. */
    from: z.optional(requiredDate),
    to: z.optional(requiredDate),
    amountType: z.optional(z.enum(amountTypes)),
    source: z.optional(z.enum(sources)),
  }),
  answer: collection(Item, {}),
});

/** Fields that an organiser sends in addition to the fields that the person can enter. */
const fields = { counts: z.boolean('value.required'), reason, version };

export const Correction = z.intersection(ActivityEntry, z.object(fields));
export type Correction = z.infer<typeof Correction>;

export const replace = operation({
  method: 'PUT',
  path: managed.replace.path,
  summary:
    'Corrects an activity, with a reason that the person sees. If the activity is not a manual entry, only `counts` can change.',
  access: 'organiser',
  params: z.object({ id: rowNumber }),
  body: Correction,
  answer: Item,
});

export const remove = operation({
  method: 'POST',
  path: '/platform/api/management/activities/:id/removal',
  summary: 'Removes an activity, with a reason that the person sees.',
  access: 'organiser',
  params: z.object({ id: rowNumber }),
  body: z.object({ reason, version }),
  status: 204,
});

/** An organiser's access to the activities of a person on one day, which lasts an hour. */
export const ActivityLookUp = resource('ActivityLookUp', {
  personId: z.int(),
  day: calendarDate,
  /** When the access ends. */
  until: moment,
});

export const lookUp = operation({
  method: 'POST',
  path: '/platform/api/management/activity-look-ups',
  summary:
    'Lets the organiser see a person’s activities of one day for an hour. The reason is logged, and the person can read it.',
  access: 'organiser',
  body: z.object({ personId: requiredRowNumber, day: requiredDate, reason }),
  status: 201,
  answer: ActivityLookUp,
});
