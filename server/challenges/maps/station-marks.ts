import SVGPathCommander from 'svg-path-commander';
import type { Station } from '../../../contract/progress-maps.ts';
import { firstBaseline, leading, type Place, type Point, type Position, placeNames } from './place-names.ts';

const paper = 'var(--map-paper, #f7f1e2)';
const ink = 'var(--map-ink, #14251d)';

/**
 * Draws a ring and a name for each station of a route as SVG. Places the names so that they do not overlap other names
 * or the route.
 */
export function stationMarks(route: string, stations: Station[], width: number, height: number): string {
  const length = SVGPathCommander.getTotalLength(route);
  const at = (percentage: number): Point => {
    const { x, y } = SVGPathCommander.getPointAtLength(route, (length * percentage) / 100);
    return [x, y];
  };
  const places = uniquePlaces(
    stations.map(({ name, percentage, rank }) => ({ lines: name.split(' · '), rank, point: at(percentage) })),
  );
  if (places.length === 0) return '';
  const line = Array.from({ length: samples }, (_, index) => at(((index + 1) / samples) * 100));
  return rings(places) + lettering(names(places, placeNames(places, line, width, height)));
}

/**
 * The number of sample points on the route that names must not cover. On a route around the map, there is a sample
 * point about every seven units.
 */
const samples = 400;

/** Returns each place once, even if the route passes the place twice. */
function uniquePlaces(places: Place[]): Place[] {
  const isSame = (one: Place, other: Place) =>
    one.lines.join() === other.lines.join() &&
    Math.hypot(one.point[0] - other.point[0], one.point[1] - other.point[1]) < 3;
  return places.filter((place, index) => places.findIndex((other) => isSame(place, other)) === index);
}

/**
 * Draws the rings as zero-length lines with round caps, because unlike circles they keep their size in pixels when the
 * map is scaled.
 */
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

/**
 * Draws text with a halo in the paper's colour, so that it is readable on top of coasts and borders. The page may
 * change the font size.
 */
export function lettering(texts: string[]): string {
  return `<g font-size="18" font-weight="600" fill="${ink}" stroke="${paper}" stroke-width="4.5" stroke-linejoin="round" paint-order="stroke">${texts.join('')}</g>`;
}

/** Escapes a text for SVG. */
export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const rounded = (value: number) => Math.round(value * 10) / 10;
