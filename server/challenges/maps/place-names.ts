export type Point = [x: number, y: number];

/** A name in one or more lines that is placed beside a point on the map. */
export interface Place {
  lines: string[];
  point: Point;
  rank: 1 | 2;
}

/** The offset of a name from its point, in em, so that the distance scales with the font size. */
export interface Position {
  dx: number;
  dy: number;
  anchor: 'start' | 'middle' | 'end';
  /**
   * How far a name with several lines is moved up, as a fraction of the height of the lines after the first.
   */
  lift: 0 | 0.5 | 1;
}

/** The line height in em. */
export const leading = 1.05;

/** The possible positions, best first. As is usual in cartography, the right side comes before the left. */
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
 * The font sizes, in map units, at which names must not overlap. Text keeps its size in pixels, so it covers more of a
 * map on a smaller screen. Tablets and larger screens show all names, and phones only names of rank 1.
 */
const views = [
  { size: 22, lowestRank: 2 },
  { size: 35, lowestRank: 1 },
];

export type Box = [left: number, top: number, right: number, bottom: number];

/** Returns how far a name's first baseline is below its point, in em. */
export function firstBaseline({ lines }: Place, { dy, lift }: Position): number {
  return dy - lift * (lines.length - 1) * leading;
}

/** Returns the bounding box of a name, estimated from the average letter width of a humanist sans-serif font. */
export function boxOf(place: Place, position: Position, size: number): Box {
  const [x, y] = place.point;
  const width = Math.max(...place.lines.map((line) => line.length)) * 0.56 * size;
  const left = x + position.dx * size - { start: 0, middle: width / 2, end: width }[position.anchor];
  const first = y + firstBaseline(place, position) * size;
  const last = first + (place.lines.length - 1) * leading * size;
  return [left, first - 0.78 * size, left + width, last + 0.24 * size];
}

/**
 * Chooses a position for every name, so that names stay on the map and do not overlap other names, places or the route.
 * Moves each name in turn to its best position, until no name moves.
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
