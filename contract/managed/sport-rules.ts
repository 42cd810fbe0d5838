import * as z from 'zod/mini';
import { hasThreeDecimals, moment, requiredRowNumber, rowNumber } from '../kit/fields.ts';
import { operation } from '../kit/operation.ts';
import { collection, resource } from '../kit/resource.ts';
import { Task } from './tasks.ts';

/** The columns of a rule hold three decimals, below a thousand. */
const factor = z
  .number('value.required')
  .check(
    z.gte(0, 'number.outOfRange'),
    z.lte(999, 'number.outOfRange'),
    z.refine(hasThreeDecimals, 'number.tooFine'),
  );

/** How a sport counts. */
export const rule = {
  /** What one kilometre of the sport counts, in km. */
  kmFactor: factor,
  /** What one hour of the sport is worth, in km. */
  kmPerHour: factor,
  /** Length of a step, in metres. */
  metresPerStep: factor,
  /** The most kilometres that a person's activities of the sport count on a day; later ones count only what is left. */
  dailyCapKm: z._default(z.nullable(factor.check(z.gt(0, 'number.outOfRange'))), null),
};

/** A rule by which a sport counts or has counted. */
export const SportRuleVersion = resource('SportRuleVersion', {
  version: z.int(),
  ...rule,
  dailyCapKm: z.nullable(z.number()),
  /** Null: since the sport was created. */
  since: z.nullable(moment),
  /** The author; null: the platform itself, or an account that is gone. */
  setBy: z.nullable(z.string()),
});
export type SportRuleVersion = z.infer<typeof SportRuleVersion>;

const path = '/platform/api/management/sports/:id/rules';
const params = z.object({ id: rowNumber });

export const list = operation({
  method: 'GET',
  path,
  summary: 'Lists the rules of a sport, the one in force first.',
  access: 'organiser',
  params,
  answer: collection(SportRuleVersion, {}),
});

export const change = operation({
  method: 'POST',
  path,
  summary:
    'Sets the counting rule of a sport and counts all its activities again; 409 if `replaces` is not the rule in force.',
  access: 'organiser',
  params,
  body: z.object({
    ...rule,
    /** The version that the change is based on. */
    replaces: requiredRowNumber,
  }),
  status: 201,
  answer: Task,
});

export const approve = operation({
  method: 'POST',
  path: '/platform/api/management/sports/:id/approval',
  summary:
    'Approves a sport that a source has reported, with a counting rule, and counts the activities received so far.',
  access: 'organiser',
  params,
  body: z.object(rule),
  status: 201,
  answer: Task,
});

/** A source's name for a sport, and the sport that it is mapped to. */
export const SportType = resource('SportType', {
  source: z.string(),
  sportType: z.string(),
  /** Null: it waits for an organiser, and counts nothing. */
  sportId: z.nullable(z.int()),
  /** The number of records with this name. */
  records: z.int(),
});
export type SportType = z.infer<typeof SportType>;

export const listTypes = operation({
  method: 'GET',
  path: '/platform/api/management/sport-types',
  summary:
    'Lists the names that services, files and apps use for sports, with the sport of each; unmapped ones first.',
  access: 'organiser',
  query: z.object({ sportId: z.optional(rowNumber) }),
  answer: collection(SportType, {}),
});

export const mapType = operation({
  method: 'POST',
  path: '/platform/api/management/sports/:id/types',
  summary: 'Maps a source’s sport name to this sport and moves the activities received under it.',
  access: 'organiser',
  params,
  body: z.object({
    source: z.enum(['Fitbit', 'Garmin', 'Polar', 'Strava', 'file', 'token'], 'value.required'),
    sportType: z
      .string('value.required')
      .check(z.trim(), z.minLength(1, 'value.required'), z.maxLength(60, 'value.tooLong')),
  }),
  status: 201,
  answer: Task,
});
