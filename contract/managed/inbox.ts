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
 * The decisions in the inbox: `keep` and `hide` for a comment, `accept` and `discount` for an activity; after an
 * answer, whether the decision is upheld or reversed.
 */
const choices = ['keep', 'hide', 'accept', 'discount', 'uphold', 'reinstate'] as const;
export type Choice = (typeof choices)[number];
const decisionKinds = [...choices, 'correct', 'remove'] as const;
export type DecisionKind = (typeof decisionKinds)[number];

const FlaggedComment = z.object({
  content: z.string(),
  /** The author and day of the commented activity, with the name as others see it if a moderator asks. */
  under: z.object({ person: z.string(), performedAt: calendarDate }),
  /** Whether it is currently hidden: by a decision, or by three flags that wait for one. */
  isHidden: z.boolean(),
  /** Flags since the last decision first. Nobody can see who flagged. */
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
  source: z.enum(sources),
  challengeKms: z.number(),
  counts: z.boolean(),
});

/**
 * `habit`: over three times what the person usually does. `usual`: for people without a habit yet, more than hardly
 * anybody does. `day`, `speed`: more than anybody has ever done.
 */
const findings = ['habit', 'usual', 'day', 'speed'] as const;
export type Finding = (typeof findings)[number];

const OutOfLine = z.object({
  kind: z.enum(findings),
  /** Kilometres, or kilometres per hour for a speed: the measured value, and the highest expected one. */
  measured: z.number(),
  bound: z.number(),
  /** Whose record or longest day it was compared with; null for the person's own habit. */
  source: z.nullable(z.string()),
});

export const DecisionTaken = z.object({
  decision: z.enum(decisionKinds),
  reason: z.string(),
  at: moment,
  /** The activity before and after the decision; without `after` if it was removed. */
  before: z.nullable(ActivityState),
  after: z.nullable(ActivityState),
});

/** Something that waits for a decision, or had one. Moderators see comments only. */
const managed = managedResource({
  name: 'InboxItem',
  noun: 'inbox',
  access: 'moderator',
  // What a decision is based on: if it has changed since, the moderator must look again.
  fields: {
    isOpen: z.boolean(),
    decisions: z.array(DecisionTaken),
    finding: z.nullable(OutOfLine),
  },
  shown: {
    kind: z.enum(itemKinds),
    /** 0 if a moderator asks about an unnamed person. */
    personId: z.int(),
    /** The author of the comment or activity; with the name as others see it if a moderator asks. */
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
  summary: 'Lists open and decided cases, the longest waiting first.',
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
  summary: 'Decides a case about a comment or an activity; 409 if somebody else has decided since `version`.',
  access: 'moderator',
  params: z.object({ id: rowNumber }),
  body: z.object({
    // Activities are corrected or removed by their own form, which counts as a decision.
    decision: z.enum(choices, 'decision.unknown'),
    reason,
    version: z.string('value.required').check(z.minLength(1, 'value.required')),
  }),
  answer: Item,
});
