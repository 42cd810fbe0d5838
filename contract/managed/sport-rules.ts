import * as z from 'zod/mini';
import { hasThreeDecimals, moment, requiredRowNumber, rowNumber } from '../kit/fields.ts';
import { operation } from '../kit/operation.ts';
import { collection, resource } from '../kit/resource.ts';
import { Task } from './tasks.ts';

/** A number in a rule: below a thousand and with at most three decimals, like the database columns. */
const factor = z
  .number('value.required')
  .check(
    z.gte(0, 'number.outOfRange'),
    z.lte(999, 'number.outOfRange'),
    z.refine(hasThreeDecimals, 'number.tooFine'),
  );

/** The counting rule of a sport. */
export const rule = {
  /** The kilometres counted for one kilometre of the sport. */
  kmFactor: factor,
  /** How many kilometres one hour of the sport counts as, before `kmFactor`. */
  kmPerHour: factor,
  /** The length of a step, in metres. */
  metresPerStep: factor,
  /** The maximum kilometres counted per person and day for the sport. Kilometres above this maximum do not count. */
  dailyCapKm: z._default(z.nullable(factor.check(z.gt(0, 'number.outOfRange'))), null),
};

/** A current or earlier counting rule of a sport. */
export const SportRuleVersion = resource('SportRuleVersion', {
  version: z.int(),
  ...rule,
  dailyCapKm: z.nullable(z.number()),
  /** Since when the rule has applied; null if it has applied since the sport was created. */
  since: z.nullable(moment),
  /** The author of the rule; null if it was the platform itself or a person whose account was deleted. */
  setBy: z.nullable(z.string()),
});
export type SportRuleVersion = z.infer<typeof SportRuleVersion>;

const path = '/platform/api/management/sports/:id/rules';
const params = z.object({ id: rowNumber });

export const list = operation({
  method: 'GET',
  path,
  summary: 'Lists the counting rules of a sport, the current rule first.',
  access: 'organiser',
  params,
  answer: collection(SportRuleVersion, {}),
});

export const change = operation({
  method: 'POST',
  path,
  summary:
    'Sets the counting rule of a sport and recounts all its activities; 409 if `replaces` is not the current rule.',
  access: 'organiser',
  params,
  body: z.object({
    ...rule,
    /** The version of the rule that this rule replaces. */
    replaces: requiredRowNumber,
  }),
  status: 201,
  answer: Task,
});

export const approve = operation({
  method: 'POST',
  path: '/platform/api/management/sports/:id/approval',
  summary:
    'Approves a sport that a source has reported, sets its counting rule, and counts the activities received so far.',
  access: 'organiser',
  params,
  body: z.object(rule),
  status: 201,
  answer: Task,
});

/** A source's name for a sport, and the sport that the name is mapped to. */
export const SportType = resource('SportType', {
  source: z.string(),
  sportType: z.string(),
  /**
   * The sport; null while the name waits for an organiser to map it. Until then, activities with this name do not
   * count.
   */
  sportId: z.nullable(z.int()),
  /** The number of records with this name. */
  records: z.int(),
});
export type SportType = z.infer<typeof SportType>;

export const listTypes = operation({
  method: 'GET',
  path: '/platform/api/management/sport-types',
  summary:
    'Lists the names that services, files and apps use for sports, and the sport that each name is mapped to; unmapped names first.',
  access: 'organiser',
  query: z.object({ sportId: z.optional(rowNumber) }),
  answer: collection(SportType, {}),
});

export const mapType = operation({
  method: 'POST',
  path: '/platform/api/management/sports/:id/types',
  summary: 'Maps a source’s sport name to this sport, and moves the activities received under that name.',
  access: 'organiser',
  params,
  body: z.object({
    /** `received` in employer-blind mode, where organisers do not see which source sent a name. */
    source: z.enum(['Fitbit', 'Garmin', 'Polar', 'Strava', 'file', 'token', 'received'], 'value.required'),
    sportType: z
      .string('value.required')
      .check(z.trim(), z.minLength(1, 'value.required'), z.maxLength(60, 'value.tooLong')),
  }),
  status: 201,
  answer: Task,
});
