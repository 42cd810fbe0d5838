import type { ProgressMap } from '../../contract/progress-maps.ts';
import { baseMapOf } from './base-map.ts';
import { firstBaseline, leading, type Place, type Position, placeNames } from './place-names.ts';
import { projectionOf, type Region } from './projection.ts';
import { type Curve, curvePath, pointOf, pointOfStation, routeCurves, type Station } from './route-line.ts';
import { routeMarkers } from './route-markers.ts';
import { scaleBar } from './scale-bar.ts';

/** A route through real places, and the part of the earth to show it on. */
export interface Tour {
  name: string;
  region: Region;
  /** English name of the one country that the map is about. */
  home?: string;
  /**
   * In their order; a route that ends where it starts names that station twice. A place with two names has
   * both, with ` · ` between them.
   */
  stations: Station[];
}

/** A progress map before it has a place in the database. */
export type RouteMap = Omit<ProgressMap, '@context' | '@id' | '@type' | 'id'>;

/**
 * Draws the progress map of a tour: land, borders and graticule, the route still to go as a dotted line, its
 * stations with their names, and over them the route as it is travelled.
 *
 * Only presentation attributes carry the look, so that it passes a Content-Security-Policy without inline
 * styles and every cleaning of SVG.
 */
export function routeMap({ name, region, home, stations }: Tour): RouteMap {
  const projection = projectionOf(region);
  const curves = routeCurves(projection, stations);
  const path = curvePath(curves);
  const places = stations
    .filter((station, index) => stations.findIndex((one) => one.name === station.name) === index)
    .map(
      (station): Place => ({
        lines: station.name.split(' · '),
        rank: station.rank,
        point: pointOfStation(projection, station),
      }),
    );
  return {
    name,
    viewBox: `0 0 ${region.width} ${region.height}`,
    defs: `<title>${escaped(name)}</title><desc>${escaped(stations.map((station) => station.name).join(' – '))}</desc>`,
    baseMap: [
      baseMapOf(projection, region, home),
      routeToGo(path),
      rings(places),
      lettering([
        ...names(places, placeNames(places, samplesOf(curves), region.width, region.height)),
        scaleBar(projection, region),
      ]),
    ].join(''),
    dynamicPathDefinitions: [{ svg: travelled(path), percentageRanges: [{ min: 0, max: 100 }] }],
    progressMarkerDefinitions: routeMarkers,
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

/** Round dots of no length: unlike circles they keep their size in pixels however small the map is. */
function rings(places: Place[]): string {
  const dots = places.map(({ point: [x, y] }) => `M${rounded(x)} ${rounded(y)}h.01`).join('');
  const dot = (colour: string, width: number) =>
    `<path fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" vector-effect="non-scaling-stroke" d="${dots}"/>`;
  return dot(paper, 12) + dot(ink, 10) + dot(paper, 6);
}

function names(places: Place[], positions: Position[]): string[] {
  return places.map((place, index) => {
    const position = positions[index] as Position;
    const [x, y] = place.point.map(rounded);
    const lines = place.lines.map((line, count) => {
      const dy = count === 0 ? firstBaseline(place, position) : leading;
      return `<tspan x="${x}" dx="${position.dx}em" dy="${rounded(dy * 100) / 100}em">${escaped(line)}</tspan>`;
    });
    return `<text class="map-label" data-rank="${place.rank}" x="${x}" y="${y}" text-anchor="${position.anchor}">${lines.join('')}</text>`;
  });
}

/** Type with a halo of the paper, so that it reads on coasts and borders; the page may set its size anew. */
function lettering(texts: string[]): string {
  return `<g font-size="18" font-weight="600" fill="${ink}" stroke="${paper}" stroke-width="4.5" stroke-linejoin="round" paint-order="stroke">${texts.join('')}</g>`;
}

function samplesOf(curves: Curve[]) {
  return curves.flatMap((curve) =>
    Array.from({ length: 24 }, (_, index) => pointOf(curve, (index + 1) / 24)),
  );
}

const rounded = (value: number) => Math.round(value * 10) / 10;

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
