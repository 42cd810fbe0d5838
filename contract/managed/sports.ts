import * as z from 'zod/mini';
import { inEveryLanguage } from '../kit/in-every-language.ts';
import { managedResource } from '../kit/managed-resource.ts';
import { operation } from '../kit/operation.ts';
import { collection } from '../kit/resource.ts';
import { sportTypes } from '../sports.ts';
import { usualNames } from '../usual-sports.ts';
import { rule } from './sport-rules.ts';

const type = z.enum([...sportTypes, 'other'], 'value.invalid');

const sport = managedResource({
  name: 'ManagedSport',
  noun: 'sports',
  access: 'organiser',
  fields: {
    /**
     * The internal name; people see the labels. If empty, a new sport gets a name derived from its first
     * label, and an existing sport keeps its name.
     */
    name: z._default(z.string('value.invalid').check(z.trim(), z.maxLength(60, 'value.tooLong')), ''),
    labels: inEveryLanguage(60),
    type,
  },
  shown: {
    approved: z.boolean(),
    kmFactor: z.number(),
    kmPerHour: z.number(),
    metresPerStep: z.number(),
    dailyCapKm: z.nullable(z.number()),
    /** The version of the current counting rule. */
    rule: z.int(),
    activities: z.int(),
  },
  filters: { type: z.optional(type), approved: z.optional(z.stringbool()) },
  sorted: ['name', 'type', 'activities'],
});

/**
 * A sport as organisers edit it. People can choose a new sport immediately. The sport counts by the given rule, or by
 * the usual rule of its type. There are separate calls for changing the rule and for approving a sport that a source
 * reported (`sport-rules.ts`).
 */
export const sports = {
  ...sport,
  create: operation({
    ...sport.create,
    body: z.object({
      ...sport.create.body.shape,
      kmFactor: z._default(rule.kmFactor, 1),
      /** How many kilometres one hour counts as; null for the usual value of the type. */
      kmPerHour: z._default(z.nullable(rule.kmPerHour), null),
      metresPerStep: z._default(rule.metresPerStep, 0.7),
      dailyCapKm: rule.dailyCapKm,
    }),
  }),
};

/** Adds sports from the built-in list, with their names and counting rules. */
export const addUsual = operation({
  method: 'POST',
  path: '/platform/api/management/sports/usual',
  summary: 'Adds the given usual sports. If one of these sports already exists, adds none and returns 422.',
  access: 'organiser',
  body: z.object({
    names: z
      .array(z.enum(usualNames, 'value.invalid'), 'value.required')
      .check(z.minLength(1, 'value.required'), z.maxLength(usualNames.length, 'list.tooLong')),
  }),
  status: 201,
  answer: collection(sport.Item, {}),
});
