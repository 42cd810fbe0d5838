import type { Point } from './outlines.ts';

/** A name to place beside a point of the map, in one or more lines. */
export interface Place {
  lines: string[];
  point: Point;
  rank: 1 | 2;
}

/** The offset of a name from its point, in em, so that the distance is right at every type size. */
export interface Position {
  dx: number;
  dy: number;
  anchor: 'start' | 'middle' | 'end';
  /** How much of the height of further lines is above the point: all, half or none. */
  lift: 0 | 0.5 | 1;
}

/** Line height, in em. */
export const leading = 1.05;

/** Positions in order of preference, following cartographic custom: right before left. */
const positions: Position[] = [
  { dx: 0.62, dy: 0.35, anchor: 'start', lift: 0.5 },
  { dx: -0.62, dy: 0.35, anchor: 'end', lift: 0.5 },
  { dx: 0.45, dy: -0.4, anchor: 'start', lift: 1 },
  { dx: 0.45, dy: 1.08, anchor: 'start', lift: 0 },
  { dx: -0.45, dy: -0.4, anchor: 'end', lift: 1 },
  { dx: -0.45, dy: 1.08, anchor: 'end', lift: 0 },
  { dx: 0, dy: -0.72, anchor: 'middle', lift: 1 },
  { dx: 0, dy: 1.38, anchor: 'middle', lift: 0 },
];

/**
 * Type sizes in map units for which names must have room. Type keeps its size in pixels, so it covers more of a smaller
 * map: all names down to a tablet's width, only those of rank 1 on a phone.
 */
const views = [
  { size: 22, lowestRank: 2 },
  { size: 35, lowestRank: 1 },
];

/** A box on the map: left, top, right, bottom. */
export type Box = [left: number, top: number, right: number, bottom: number];

/** The distance of a name's first baseline below its point, in em. */
export function firstBaseline({ lines }: Place, { dy, lift }: Position): number {
  return dy - lift * (lines.length - 1) * leading;
}

/** The box of a name, estimated from the letters of a humanist sans serif. */
export function boxOf(place: Place, position: Position, size: number): Box {
  const [x, y] = place.point;
  const width = Math.max(...place.lines.map((line) => line.length)) * 0.56 * size;
  const left = x + position.dx * size - { start: 0, middle: width / 2, end: width }[position.anchor];
  const first = y + firstBaseline(place, position) * size;
  const last = first + (place.lines.length - 1) * leading * size;
  return [left, first - 0.78 * size, left + width, last + 0.24 * size];
}

/**
 * Chooses a position for every name, so that names stay on the map and do not overlap one another, the places or the
 * line. Each name in turn takes its best position, until none changes.
 */
export function placeNames(places: Place[], line: Point[], width: number, height: number): Position[] {
  const obstacles = [...places.map(({ point }) => point), ...line];
  const chosen = places.map(() => positions[0] as Position);
  const costOf = (index: number, position: Position) =>
    views.reduce((cost, { size, lowestRank }) => {
      const place = places[index] as Place;
      if (place.rank > lowestRank) return cost;
      const box = boxOf(place, position, size);
      const others = places.flatMap((other, at) =>
        at === index || other.rank > lowestRank ? [] : [boxOf(other, chosen[at] as Position, size)],
      );
      const onNames = others.reduce((sum, other) => sum + overlap(box, other), 0) / size ** 2;
      const onLine = obstacles.filter((point) => contains(box, point, size * 0.15)).length;
      return cost + 1000 * outside(box, width, height) + 20 * onNames + onLine;
    }, positions.indexOf(position) * 0.3);
  for (let moved = true, rounds = 0; moved && rounds < 8; rounds += 1) {
    moved = false;
    for (const index of places.keys()) {
      const costs = positions.map((position) => costOf(index, position));
      const best = positions[costs.indexOf(Math.min(...costs))] as Position;
      moved ||= best !== chosen[index];
      chosen[index] = best;
    }
  }
  return chosen;
}

function overlap([left, top, right, bottom]: Box, other: Box): number {
  const wide = Math.min(right, other[2]) - Math.max(left, other[0]);
  const high = Math.min(bottom, other[3]) - Math.max(top, other[1]);
  return Math.max(0, wide) * Math.max(0, high);
}

function contains([left, top, right, bottom]: Box, [x, y]: Point, margin: number): boolean {
  return x > left - margin && x < right + margin && y > top - margin && y < bottom + margin;
}

function outside([left, top, right, bottom]: Box, width: number, height: number): number {
  const margin = 6;
  return (
    Math.max(0, margin - left) +
    Math.max(0, margin - top) +
    Math.max(0, right - width + margin) +
    Math.max(0, bottom - height + margin)
  );
}
