import type { ProgressMap } from '../../contract/progress-maps.ts';

export const quarters = [25, 50, 75];

type Ranges = ProgressMap['dynamicPathDefinitions'][number]['percentageRanges'];

/** Whether something shows at a percentage. */
export function shows({ percentageRanges }: { percentageRanges: Ranges }, percentage: number): boolean {
  return percentageRanges.some(({ min, max }) => min <= percentage && percentage <= max);
}

/** How far along the route a marker stands, in percent; below nought it stands before the route's end. */
export function placeOf(modifier: number, percentage: number): number {
  const place = percentage + modifier;
  return place < 0 ? place + 100 : place;
}
