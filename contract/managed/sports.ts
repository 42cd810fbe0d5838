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
    /** What the platform calls it; people see the labels. Empty: made from the first of them, or as it was. */
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
    /** The version of the rule in force. */
    rule: z.int(),
    activities: z.int(),
  },
  filters: { type: z.optional(type), approved: z.optional(z.stringbool()) },
  sorted: ['name', 'type', 'activities'],
});

/**
 * A sport as organisers look after it. A new one may be chosen at once, and counts by the rule that it comes with, else
 * as its type usually does; another rule, and whether one that a source has brought may be chosen, are calls of their
 * own (`sport-rules.ts`).
 */
export const sports = {
  ...sport,
  create: operation({
    ...sport.create,
    body: z.object({
      ...sport.create.body.shape,
      kmFactor: z._default(rule.kmFactor, 1),
      /** None: as the type usually does. */
      kmPerHour: z._default(z.nullable(rule.kmPerHour), null),
      metresPerStep: z._default(rule.metresPerStep, 0.7),
      dailyCapKm: rule.dailyCapKm,
    }),
  }),
};

/** Sports of the list of usual ones, each with its names and its rule. */
export const addUsual = operation({
  method: 'POST',
  path: '/platform/api/management/sports/usual',
  summary: 'Adds those of the usual sports that are named; 422 and none of them where one is there already.',
  access: 'organiser',
  body: z.object({
    names: z
      .array(z.enum(usualNames, 'value.invalid'), 'value.required')
      .check(z.minLength(1, 'value.required'), z.maxLength(usualNames.length, 'list.tooLong')),
  }),
  status: 201,
  answer: collection(sport.Item, {}),
});
