import * as z from 'zod/mini';
import { amountTypes, sources } from '../activities.ts';
import { ActivityState } from '../activity-state.ts';
import { calendarDate, language, moment, rowNumber } from '../kit/fields.ts';
import { listQuery, managedResource } from '../kit/managed-resource.ts';
import { operation } from '../kit/operation.ts';
import { collection } from '../kit/resource.ts';
import { sportTypes } from '../sports.ts';
import { reason } from './activities.ts';

export const itemKinds = ['comment', 'outlier', 'correction'] as const;
/**
 * The decisions in the inbox: `keep` and `hide` for a comment, `accept` and `discount` for an activity. After the
 * person's answer, `uphold` confirms the earlier decision and `reinstate` reverses it.
 */
const choices = ['keep', 'hide', 'accept', 'discount', 'uphold', 'reinstate'] as const;
export type Choice = (typeof choices)[number];
const decisionKinds = [...choices, 'correct', 'remove'] as const;
export type DecisionKind = (typeof decisionKinds)[number];

const FlaggedComment = z.object({
  content: z.string(),
  /** The owner and day of the commented activity. Moderators see the owner's name as other people do. */
  under: z.object({ person: z.string(), performedAt: calendarDate }),
  /** Whether the comment is hidden, by a decision or by three flags that wait for a decision. */
  isHidden: z.boolean(),
  /** The flags; those since the last decision come first. Nobody can see who flagged the comment. */
  flags: z.array(z.object({ reason: z.string(), at: moment, isSettled: z.boolean() })),
});

const Questioned = z.object({
  id: z.int(),
  performedAt: calendarDate,
  sportLabels: z.array(z.object({ language, label: z.string() })),
  sportType: z.enum([...sportTypes, 'other']),
  amountType: z.enum(amountTypes),
  time: z.nullable(z.string()),
  kilometers: z.nullable(z.number()),
  steps: z.nullable(z.int()),
  info: z.nullable(z.string()),
  /** Null in employer-blind mode. */
  source: z.nullable(z.enum(sources)),
  challengeKms: z.number(),
  counts: z.boolean(),
});

/**
 * Why an activity is implausible. `habit`: over three times what the person usually does. `usual`: more than almost
 * anybody does; used for people who have logged too little to compare with. `day`, `speed`: more than anybody has ever
 * done.
 */
const findings = ['habit', 'usual', 'day', 'speed'] as const;
export type Finding = (typeof findings)[number];

const OutOfLine = z.object({
  kind: z.enum(findings),
  /** The logged value and the highest expected value, in kilometres, or in kilometres per hour for a speed. */
  measured: z.number(),
  bound: z.number(),
  /** Whose record or longest day the value was compared with; null if it was compared with the person's own habit. */
  source: z.nullable(z.string()),
});

export const DecisionTaken = z.object({
  decision: z.enum(decisionKinds),
  reason: z.string(),
  at: moment,
  /** The activity before and after the decision; `after` is null if the activity was removed. */
  before: z.nullable(ActivityState),
  after: z.nullable(ActivityState),
});

/** A case: an activity or comment that waits for a decision or has one. Moderators see only comments. */
const managed = managedResource({
  name: 'InboxItem',
  noun: 'inbox',
  access: 'moderator',
  // If one of these fields changes after a moderator has loaded the case, the moderator must review the case again.
  fields: {
    isOpen: z.boolean(),
    decisions: z.array(DecisionTaken),
    finding: z.nullable(OutOfLine),
  },
  shown: {
    kind: z.enum(itemKinds),
    /** The person's id; 0 if the person is unnamed and the request comes from a moderator. */
    personId: z.int(),
    /** The author of the comment or activity. Moderators see the author's name as other people do. */
    person: z.string(),
    openedAt: moment,
    comment: z.nullable(FlaggedComment),
    activity: z.nullable(Questioned),
    /** The person's answer to the decision. */
    answer: z.nullable(z.string()),
    answeredAt: z.nullable(moment),
  },
  filters: {},
  sorted: ['openedAt'],
});
export const { noun, fieldNames, Entry, Item, one } = managed;
export type InboxItem = z.infer<typeof Item>;

const yesOrNo = z.pipe(
  z.enum(['true', 'false']),
  z.transform((text) => text === 'true'),
);

export const list = operation({
  method: 'GET',
  path: managed.list.path,
  summary: 'Lists open and decided cases; the case that has waited longest comes first.',
  access: 'moderator',
  query: listQuery(['openedAt'], {
    isOpen: z.optional(yesOrNo),
    kind: z.optional(z.enum(itemKinds)),
  }),
  answer: collection(Item, {}),
});

export const decide = operation({
  method: 'POST',
  path: '/platform/api/management/inbox/:id/decision',
  summary: 'Decides a case about a comment or an activity; 409 if the case has changed since `version`.',
  access: 'moderator',
  params: z.object({ id: rowNumber }),
  body: z.object({
    // `correct` and `remove` are not accepted here: organisers correct or remove an activity in its form, and
    // this also counts as a decision.
    decision: z.enum(choices, 'decision.unknown'),
    reason,
    version: z.string('value.required').check(z.minLength(1, 'value.required')),
  }),
  answer: Item,
});
