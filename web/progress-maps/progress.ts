import type { ProgressMap } from '../../contract/progress-maps.ts';

export const quarters = [25, 50, 75];

type Ranges = ProgressMap['dynamicPathDefinitions'][number]['percentageRanges'];

/** Returns whether an element of the map is visible at the given percentage. */
export function shows({ percentageRanges }: { percentageRanges: Ranges }, percentage: number): boolean {
  return percentageRanges.some(({ min, max }) => min <= percentage && percentage <= max);
}

/** Returns a marker's position on the route, in percent; a position below 0 continues from the end of the route. */
export function placeOf(modifier: number, percentage: number): number {
  const place = percentage + modifier;
  return place < 0 ? place + 100 : place;
}
