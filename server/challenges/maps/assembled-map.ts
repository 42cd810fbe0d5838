import type { ProgressMap, Station } from '../../../contract/progress-maps.ts';
import { routeMarkers } from './route-markers.ts';
import { escaped, stationMarks } from './station-marks.ts';

/** The parts of a map: the ground, the route and its stations. */
export interface MapParts {
  /** The width and height are in map units. The origin is (0, 0). */
  width: number;
  height: number;
  /** SVG for everything below the route. */
  ground: string;
  /** SVG path data of the whole route. */
  route: string;
  /** The stations in the order of the route. */
  stations: Station[];
}

/** A progress map that is not stored yet. */
export type RouteMap = Omit<ProgressMap, '@context' | '@id' | '@type' | 'id'>;

/**
 * Assembles a progress map from the ground, the remaining route as a dotted line, the stations with their names, and
 * the completed route on top. Styles use only presentation attributes, because the Content-Security-Policy forbids
 * inline styles and the SVG sanitiser removes them.
 */
export function assembledMap(name: string, { width, height, ground, route, stations }: MapParts): RouteMap {
  const description = stations.map((station) => station.name).join(' – ');
  return {
    name,
    viewBox: `0 0 ${width} ${height}`,
    defs: `<title>${escaped(name)}</title><desc>${escaped(description)}</desc>`,
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
 * Draws the whole route as completed. The app hides the part that is not completed yet by setting a dash pattern. The
 * line width scales with the map, because the dashes of a non-scaling stroke would be measured on the screen instead of
 * along the path.
 */
function travelled(path: string): string {
  return `<path class="map-route" fill="none" stroke="var(--map-signal, #d9481c)" stroke-width="5.5" stroke-linecap="round" stroke-linejoin="round" d="${path}"/>`;
}
