import type { ProgressMap, Station } from '../../../contract/progress-maps.ts';
import { routeMarkers } from './route-markers.ts';
import { escaped, stationMarks } from './station-marks.ts';

/** What a map is put together from: the ground, and on it a route with its stations. */
export interface MapParts {
  /** In the units of the drawing, which begin at 0 0. */
  width: number;
  height: number;
  /** SVG of what lies below the route. */
  ground: string;
  /** Path data of the whole route. */
  route: string;
  /** In the order of the route. */
  stations: Station[];
}

/** A progress map before it has a place in the database. */
export type RouteMap = Omit<ProgressMap, '@context' | '@id' | '@type' | 'id'>;

/**
 * Puts a progress map together: the ground, the route still to go as a dotted line, its stations with their names,
 * and over them the route as it is travelled.
 *
 * Only presentation attributes carry the look, so that it passes a Content-Security-Policy without inline
 * styles and every cleaning of SVG.
 */
export function assembledMap(name: string, { width, height, ground, route, stations }: MapParts): RouteMap {
  const told = stations.map((station) => station.name).join(' – ');
  return {
    name,
    viewBox: `0 0 ${width} ${height}`,
    defs: `<title>${escaped(name)}</title><desc>${escaped(told)}</desc>`,
    baseMap: ground + routeToGo(route) + stationMarks(route, stations, width, height),
    dynamicPathDefinitions: [{ svg: travelled(route), percentageRanges: [{ min: 0, max: 100 }] }],
    progressMarkerDefinitions: routeMarkers,
    stations,
  };
}

const paper = 'var(--map-paper, #f7f1e2)';
const ink = 'var(--map-ink, #14251d)';

function routeToGo(path: string): string {
  return `<path fill="none" stroke="${paper}" stroke-opacity="0.7" stroke-width="5" stroke-linecap="round" vector-effect="non-scaling-stroke" d="${path}"/><path fill="none" stroke="${ink}" stroke-width="2" stroke-linecap="round" stroke-dasharray="0.1 5" vector-effect="non-scaling-stroke" d="${path}"/>`;
}

/**
 * The line as far as it is travelled. Its width scales with the map: the dashes that reveal it are measured
 * along the path, those of a stroke that does not scale would be measured on the screen.
 */
function travelled(path: string): string {
  return `<path class="map-route" fill="none" stroke="var(--map-signal, #d9481c)" stroke-width="5.5" stroke-linecap="round" stroke-linejoin="round" d="${path}"/>`;
}
