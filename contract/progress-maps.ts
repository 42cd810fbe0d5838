import * as z from 'zod/mini';
import { rowNumber } from './kit/fields.ts';
import { operation } from './kit/operation.ts';
import { resource } from './kit/resource.ts';

/** Percentages of the progress at which something shows, both ends included. */
const percentageRanges = z.array(z.object({ min: z.number(), max: z.number() }));

/** A place along the route. Of rank 1: its name stays on the smallest screens. */
export const Station = z.object({ name: z.string(), percentage: z.number(), rank: z.literal([1, 2]) });
export type Station = z.infer<typeof Station>;

export const ProgressMap = resource('ProgressMap', {
  id: z.int(),
  name: z.string(),
  viewBox: z.string(),
  /** SVG definitions that the other parts refer to. */
  defs: z.string(),
  /** SVG of what lies below the route. */
  baseMap: z.string(),
  /** Routes: each shows within its ranges, drawn as far as the progress has come along it. */
  dynamicPathDefinitions: z.array(z.object({ svg: z.string(), percentageRanges })),
  /** What moves along the route: at progress + modifier percent of it, the heaviest on top. */
  progressMarkerDefinitions: z.array(
    z.object({
      name: z.string(),
      svg: z.string(),
      weight: z.number(),
      pathPercentageModifier: z.number(),
      percentageRanges,
    }),
  ),
  /** The places along the route in their order: the map in words, for who does not see it. */
  stations: z.array(Station),
});
export type ProgressMap = z.infer<typeof ProgressMap>;

export const one = operation({
  method: 'GET',
  path: '/platform/api/progress_maps/:id',
  summary: 'One progress map.',
  access: 'participant',
  params: z.object({ id: rowNumber }),
  answer: ProgressMap,
});
