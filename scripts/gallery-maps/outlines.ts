import { type GeoPermissibleObjects, type GeoProjection, geoStream } from 'd3-geo';
import type { Point } from '../../server/challenges/maps/place-names.ts';

/** The level of detail in map units: how far simplifying may move a line, and the smallest area of an island. */
export interface Detail {
  tolerance: number;
  smallestArea: number;
}

/** An outline or a line on the map. */
export interface Line {
  points: Point[];
  closed: boolean;
}

/** Returns the path data of lines after simplification. Leaves out islands below the smallest area. */
export function linePath(lines: Line[], { tolerance, smallestArea }: Detail): string {
  return lines
    .filter(({ points, closed }) => !closed || Math.abs(areaOf(points)) >= smallestArea)
    .map(({ points, closed }) => pathOf(simplified(points, tolerance), closed))
    .join('');
}

/** Projects the lines of a geometry and cuts them at the map's edge. */
export function projectedLines(projection: GeoProjection, geometry: GeoPermissibleObjects): Line[] {
  const lines: Line[] = [];
  let inPolygon = false;
  let points: Point[] = [];
  geoStream(
    geometry,
    projection.stream({
      point: (x, y) => points.push([x, y]),
      lineStart: () => {
        points = [];
      },
      lineEnd: () => {
        lines.push({ points, closed: inPolygon });
      },
      polygonStart: () => {
        inPolygon = true;
      },
      polygonEnd: () => {
        inPolygon = false;
      },
      sphere: () => {},
    }),
  );
  return lines;
}

/** Returns the signed area of a ring by the shoelace formula. */
function areaOf(ring: Point[]): number {
  let [previous] = ring.slice(-1);
  let area = 0;
  for (const point of ring) {
    if (previous) area += (previous[0] * point[1] - point[0] * previous[1]) / 2;
    previous = point;
  }
  return area;
}

/** Removes points from a line without moving the line by more than `tolerance` (Ramer–Douglas–Peucker algorithm). */
function simplified(points: Point[], tolerance: number): Point[] {
  const kept = new Set([0, points.length - 1]);
  const pieces: [number, number][] = [[0, points.length - 1]];
  for (let piece = pieces.pop(); piece; piece = pieces.pop()) {
    const [from, to] = piece;
    let farthest = -1;
    let distance = tolerance;
    for (let index = from + 1; index < to; index += 1) {
      const away = distanceToSegment(points[index] as Point, points[from] as Point, points[to] as Point);
      if (away > distance) {
        distance = away;
        farthest = index;
      }
    }
    if (farthest < 0) continue;
    kept.add(farthest);
    pieces.push([from, farthest], [farthest, to]);
  }
  return points.filter((_, index) => kept.has(index));
}

function distanceToSegment([x, y]: Point, [fromX, fromY]: Point, [toX, toY]: Point): number {
  const [alongX, alongY] = [toX - fromX, toY - fromY];
  const squared = alongX ** 2 + alongY ** 2;
  const share = squared === 0 ? 0 : ((x - fromX) * alongX + (y - fromY) * alongY) / squared;
  const within = Math.min(1, Math.max(0, share));
  return Math.hypot(x - fromX - within * alongX, y - fromY - within * alongY);
}

/**
 * Returns relative path data with one decimal. Rounds the points before computing the steps, so that rounding errors do
 * not add up.
 */
function pathOf(points: Point[], closed: boolean): string {
  const [start, ...others] = points
    .map(([x, y]): Point => [Math.round(x * 10), Math.round(y * 10)])
    .filter(([x, y], index, all) => index === 0 || x !== all[index - 1]?.[0] || y !== all[index - 1]?.[1]);
  if (!start || others.length === 0) return '';
  let previous = start;
  const steps = others.map((point) => {
    const step = inTenths(point[0] - previous[0]) + inTenths(point[1] - previous[1]);
    previous = point;
    return step;
  });
  return `M${start[0] / 10} ${start[1] / 10}l${steps.join('').trimStart()}${closed ? 'z' : ''}`;
}

/**
 * Formats a number of tenths for path data, without a leading zero. A minus sign replaces the space before the number.
 */
function inTenths(tenths: number): string {
  const text = String(tenths / 10).replace(/^(-?)0\./, '$1.');
  return tenths < 0 ? text : ` ${text}`;
}
