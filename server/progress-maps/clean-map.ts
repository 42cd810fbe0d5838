import { cleanSvg } from '../kit/clean-markup.ts';
import type { RouteMap } from './assembled-map.ts';

/** A map as it may be stored: every drawing in it cleaned. */
export async function cleanMap(map: RouteMap): Promise<RouteMap> {
  const drawn = <Part extends { svg: string }>(parts: Part[]) =>
    Promise.all(parts.map(async (part) => ({ ...part, svg: await cleanSvg(part.svg) })));
  return {
    ...map,
    defs: await cleanSvg(map.defs),
    baseMap: await cleanSvg(map.baseMap),
    dynamicPathDefinitions: await drawn(map.dynamicPathDefinitions),
    progressMarkerDefinitions: await drawn(map.progressMarkerDefinitions),
  };
}
