import { type GeoProjection, geoDistance } from 'd3-geo';
import type { Point } from './outlines.ts';

/** A place on a route. Names of rank 1 are shown on the smallest screens too. */
export interface Stop {
  name: string;
  longitude: number;
  latitude: number;
  rank: 1 | 2;
}

/** Mean radius of the earth in kilometres, R1 of the International Union of Geodesy and Geophysics. */
export const earthRadius = 6371.0088;

/** Length of a route from station to station as the crow flies, in kilometres. */
export function lengthOfRoute(stations: Stop[]): number {
  return stations.slice(1).reduce((sum, to, index) => {
    const from = stations[index] as Stop;
    const angle = geoDistance([from.longitude, from.latitude], [to.longitude, to.latitude]);
    return sum + angle * earthRadius;
  }, 0);
}

/** A Bézier segment: from the end of the previous one, with two control points, to a point. */
export interface Curve {
  from: Point;
  handles: [Point, Point];
  to: Point;
}

/**
 * The smooth line through the stations of a route: a centripetal Catmull–Rom spline (Yuksel, Schaefer and Keyser 2011),
 * which makes no loops, as Bézier curves. A route that ends where it starts closes smoothly.
 */
export function routeCurves(projection: GeoProjection, stations: Stop[]): Curve[] {
  const points = stations.map((station) => pointOfStop(projection, station));
  return curvesThrough(points, stations[0]?.name === stations.at(-1)?.name);
}

/** The smooth line through points; `closed`: the last point is the first, and the line closes smoothly. */
export function curvesThrough(points: Point[], closed = false): Curve[] {
  const count = points.length;
  const at = (index: number): Point => {
    if (closed) return points[(index + count - 1) % (count - 1)] as Point;
    return points[Math.min(count - 1, Math.max(0, index))] as Point;
  };
  return Array.from({ length: count - 1 }, (_, index) =>
    curveBetween(at(index - 1), at(index), at(index + 1), at(index + 2)),
  );
}

/** Path data of a line. */
export function curvePath(curves: Curve[]): string {
  const [first] = curves;
  if (!first) return '';
  const pieces = curves.map(({ handles, to }) => `C${[...handles, to].map(coordinates).join(' ')}`);
  return `M${coordinates(first.from)}${pieces.join('')}`;
}

/** The position of a stop on the map. Throws if the projection does not show it. */
function pointOfStop(projection: GeoProjection, station: Stop): Point {
  const point = projection([station.longitude, station.latitude]);
  if (!point) throw new Error(`${station.name} is not on the map`);
  return point;
}

function curveBetween(before: Point, from: Point, to: Point, after: Point): Curve {
  const [first, middle, last] = [knot(before, from), knot(from, to), knot(to, after)];
  const handle = (near: Point, far: Point, other: Point, short: number): Point =>
    short === 0
      ? near
      : mapped((axis) => {
          const rise = far[axis] - near[axis];
          const slope =
            (near[axis] - other[axis]) / short - (far[axis] - other[axis]) / (short + middle) + rise / middle;
          return near[axis] + (slope * middle) / 3;
        });
  return { from, handles: [handle(from, to, before, first), handle(to, from, after, last)], to };
}

/** The knot interval between two points: the square root of their distance, which makes the spline centripetal. */
function knot([x, y]: Point, [otherX, otherY]: Point): number {
  return Math.sqrt(Math.hypot(otherX - x, otherY - y));
}

const mapped = (on: (axis: 0 | 1) => number): Point => [on(0), on(1)];

const coordinates = ([x, y]: Point) => `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`;
