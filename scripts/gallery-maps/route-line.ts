import { type GeoProjection, geoDistance } from 'd3-geo';
import type { Point } from '../../server/challenges/maps/place-names.ts';

/** A place on a route. Small screens show only names of rank 1. */
export interface Stop {
  name: string;
  longitude: number;
  latitude: number;
  rank: 1 | 2;
}

/** The mean radius of the Earth in kilometres (R1 of the International Union of Geodesy and Geophysics). */
export const earthRadius = 6371.0088;

/** Returns the length of a route in kilometres, in straight lines from station to station. */
export function lengthOfRoute(stations: Stop[]): number {
  return stations.slice(1).reduce((sum, to, index) => {
    const from = stations[index] as Stop;
    const angle = geoDistance([from.longitude, from.latitude], [to.longitude, to.latitude]);
    return sum + angle * earthRadius;
  }, 0);
}

/** A Bézier segment between two points, with two control points. */
export interface Curve {
  from: Point;
  handles: [Point, Point];
  to: Point;
}

/**
 * Returns a smooth line through the stations of a route, as Bézier curves. The line is a centripetal Catmull–Rom
 * spline, which has no loops (Yuksel, Schaefer and Keyser 2011). A route that ends where it starts is closed smoothly.
 */
export function routeCurves(projection: GeoProjection, stations: Stop[]): Curve[] {
  const points = stations.map((station) => pointOfStop(projection, station));
  return curvesThrough(points, stations[0]?.name === stations.at(-1)?.name);
}

/**
 * Returns a smooth line through points. If `closed` is true, the last point equals the first, and the line is closed
 * smoothly.
 */
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

/** Returns the SVG path data of a line. */
export function curvePath(curves: Curve[]): string {
  const [first] = curves;
  if (!first) return '';
  const pieces = curves.map(({ handles, to }) => `C${[...handles, to].map(coordinates).join(' ')}`);
  return `M${coordinates(first.from)}${pieces.join('')}`;
}

/** Returns the position of a station on the map. Throws if the station is outside the projection. */
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

/** Returns the knot interval between two points. The square root of the distance makes the spline centripetal. */
function knot([x, y]: Point, [otherX, otherY]: Point): number {
  return Math.sqrt(Math.hypot(otherX - x, otherY - y));
}

const mapped = (on: (axis: 0 | 1) => number): Point => [on(0), on(1)];

const coordinates = ([x, y]: Point) => `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`;
