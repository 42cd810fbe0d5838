import * as z from 'zod/mini';
import { requiredText } from '../kit/fields.ts';
import { inEveryLanguage } from '../kit/in-every-language.ts';
import { managedResource } from '../kit/managed-resource.ts';
import { sportTypes } from '../sports.ts';

const type = z.enum([...sportTypes, 'other'], 'value.invalid');

/**
 * A sport as organisers look after it. A new one may be chosen at once, and counts as its type usually does; its rule,
 * and whether one that a source has brought may be chosen, are calls of their own (`sport-rules.ts`).
 */
export const sports = managedResource({
  name: 'ManagedSport',
  noun: 'sports',
  access: 'organiser',
  fields: {
    /** What the platform calls it; people see the labels. */
    name: requiredText(60),
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
