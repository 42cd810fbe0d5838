import * as z from 'zod/mini';
import { language } from './kit/fields.ts';
import { operation } from './kit/operation.ts';
import { collection, resource } from './kit/resource.ts';

/** The sport types that have their own boards; other sports count only on the overall boards. */
export const sportTypes = ['running', 'cycling', 'walking'] as const;
export type SportType = (typeof sportTypes)[number];

export const Sport = resource('Sport', {
  id: z.int(),
  approved: z.boolean(),
  name: z.string(),
  labels: z.array(z.object({ language, label: z.string() })),
  type: z.enum([...sportTypes, 'other']),
  kmFactor: z.number(),
  kmPerHour: z.number(),
  metresPerStep: z.number(),
  /** The maximum kilometres counted per person and day for the sport; null if there is no limit. */
  dailyCapKm: z.nullable(z.number()),
});
export type Sport = z.infer<typeof Sport>;

/** The fields of a sport that an activity includes. */
export const SportReference = resource('Sport', {
  id: z.int(),
  labels: z.array(z.object({ language, label: z.string() })),
});

export const list = operation({
  method: 'GET',
  path: '/platform/api/sports',
  summary: 'Lists the sports that people can choose.',
  access: 'participant',
  answer: collection(Sport, {}),
});
