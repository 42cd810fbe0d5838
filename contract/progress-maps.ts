import * as z from 'zod/mini';
import { rowNumber } from './kit/fields.ts';
import { operation } from './kit/operation.ts';
import { resource } from './kit/resource.ts';

/** The ranges of progress, in percent, in which an element is visible; both ends are included. */
const percentageRanges = z.array(z.object({ min: z.number(), max: z.number() }));

/** A place along the route. Names of rank 1 are also shown on the smallest screens. */
export const Station = z.object({ name: z.string(), percentage: z.number(), rank: z.literal([1, 2]) });
export type Station = z.infer<typeof Station>;

export const ProgressMap = resource('ProgressMap', {
  id: z.int(),
  name: z.string(),
  viewBox: z.string(),
  /** SVG definitions that the other parts of the map refer to. */
  defs: z.string(),
  /** The SVG of everything below the route. */
  baseMap: z.string(),
  /** The routes. Each route is visible within its ranges, and drawn up to the current progress. */
  dynamicPathDefinitions: z.array(z.object({ svg: z.string(), percentageRanges })),
  /**
   * Markers that move along the route, at progress + modifier percent. The marker with the highest weight is on top.
   */
  progressMarkerDefinitions: z.array(
    z.object({
      name: z.string(),
      svg: z.string(),
      weight: z.number(),
      pathPercentageModifier: z.number(),
      percentageRanges,
    }),
  ),
  /** The places along the route in order; they describe the map to people who cannot see it. */
  stations: z.array(Station),
});
export type ProgressMap = z.infer<typeof ProgressMap>;

export const one = operation({
  method: 'GET',
  path: '/platform/api/progress_maps/:id',
  summary: 'Returns a progress map.',
  access: 'participant',
  params: z.object({ id: rowNumber }),
  answer: ProgressMap,
});
