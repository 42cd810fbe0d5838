import { type GeoProjection, geoDistance } from 'd3-geo';
import type { Point } from '../../server/challenges/maps/place-names.ts';
import type { Region } from './projection.ts';
import { earthRadius } from './route-line.ts';

const ink = 'var(--map-ink, #14251d)';
const paper = 'var(--map-paper, #f7f1e2)';
/** The distance of the scale bar from the map's edge, and its thickness. */
const margin = 30;
const thickness = 5;

/**
 * Draws a scale bar in the lower left corner as SVG. The scale is exact at the centre of the map. A world map has no
 * scale bar, because its scale varies too much.
 */
export function scaleBar(projection: GeoProjection, { west, east, width, height }: Region): string {
  if (east - west > 180) return '';
  const middle = [width / 2, height / 2] as const;
  const kilometresPerUnit = kilometresBetween(projection, [...middle], [middle[0] + 1, middle[1]]);
  const longest = (width / 7) * kilometresPerUnit;
  const kilometres = [1000, 500, 200, 100, 50, 20, 10, 5].find((length) => length <= longest) ?? 1;
  const half = Math.round((kilometres / kilometresPerUnit) * 5) / 10;
  const y = height - margin;
  return (
    `<path fill="${paper}" stroke="${ink}" stroke-width="1.2" d="M${margin} ${y}h${2 * half}v-${thickness}h-${2 * half}z"/>` +
    `<path fill="${ink}" stroke="none" d="M${margin} ${y}h${half}v-${thickness}h-${half}z"/>` +
    `<text class="map-label" data-rank="1" x="${margin + 2 * half}" y="${y}" dx="0.5em" dy="0.2em">${kilometres} km</text>`
  );
}

function kilometresBetween(projection: GeoProjection, from: Point, to: Point): number {
  const [start, end] = [from, to].map((point) => projection.invert?.(point));
  return start && end ? geoDistance(start, end) * earthRadius : Number.NaN;
}
