import type { MapParts } from '../../server/challenges/maps/assembled-map.ts';
import type { Point } from '../../server/challenges/maps/place-names.ts';
import { lettering } from '../../server/challenges/maps/station-marks.ts';
import { linePath } from './outlines.ts';
import { type Curve, curvePath, curvesThrough } from './route-line.ts';
import { percentageAfter } from './route-map.ts';

/** A road up a mountain, with the distance and height of each place. */
export interface Climb {
  width: number;
  height: number;
  places: { name: string; kilometres: number; metres: number; rank: 1 | 2 }[];
}

/**
 * The margins around the profile in map units, for the names above the summit and at both ends and for the gradients
 * below.
 */
const room = { top: 120, right: 120, bottom: 70, left: 90 };
const metresBetweenLines = 250;

const ink = 'var(--map-ink, #14251d)';
const land = 'var(--map-land, #f7f1e2)';
const sea = 'var(--map-sea, #dfe6dc)';
const coast = 'var(--map-coast, #2d4a3c)';
const graticule = 'var(--map-graticule, #c9d3c6)';

/**
 * Returns the parts of a climb's map: the elevation profile with height lines, the gradients between places, and the
 * road as the route. Heights are exaggerated, as is usual for profiles.
 */
export function climbParts({ width, height, places }: Climb): MapParts {
  const longest = Math.max(...places.map(({ kilometres }) => kilometres));
  const highest = Math.max(...places.map(({ metres }) => metres));
  const base =
    Math.floor((Math.min(...places.map(({ metres }) => metres)) - 1) / metresBetweenLines) *
    metresBetweenLines;
  const x = (kilometres: number) => room.left + ((width - room.left - room.right) * kilometres) / longest;
  const y = (metres: number) =>
    height - room.bottom - ((height - room.top - room.bottom) * (metres - base)) / (highest - base);
  const points = places.map(({ kilometres, metres }): Point => [x(kilometres), y(metres)]);
  const curves = curvesThrough(points);
  const heights = Array.from(
    { length: Math.floor((highest - base) / metresBetweenLines) + 1 },
    (_, index) => base + index * metresBetweenLines,
  );
  return {
    width,
    height,
    ground: [
      `<path fill="${sea}" d="M-12-12h${width + 24}v${height + 24}h-${width + 24}z"/>`,
      mountain(curves, width, height),
      lines(
        heights.map((metres) => y(metres)),
        width,
      ),
      lettering([
        ...heights.map((metres) => label(18, y(metres) - 6, 'start', 2, `${metres} m`)),
        ...steepness(places, x, height - room.bottom / 2 + 12),
      ]),
    ].join(''),
    route: curvePath(curves),
    stations: places.map(({ name, metres, rank }, index) => ({
      name: `${name} · ${metres} m`,
      rank,
      percentage: percentageAfter(curves, index),
    })),
  };
}

/**
 * Draws the land below the road, from the plain to the far side of the mountain, with layers of rock as in engraved
 * cross-sections.
 */
function mountain(curves: Curve[], width: number, height: number): string {
  const [start, top] = [curves[0]?.from, curves.at(-1)?.to];
  if (!start || !top) return '';
  const foot: Point = [-12, start[1] + 6];
  const far: Point = [width + 12, top[1] + 110];
  const skyline = curvePath([
    { from: foot, handles: [foot, start], to: start },
    ...curves,
    {
      from: top,
      handles: [
        [top[0] + 20, top[1] - 6],
        [far[0] - 40, far[1] - 50],
      ],
      to: far,
    },
  ]);
  const strata = [14, 32, 56, 88, 130, 184].map(
    (depth, index) =>
      `<path fill="none" stroke="${coast}" stroke-width="0.9" stroke-opacity="${(50 - index * 7) / 100}" transform="translate(0 ${depth})" d="${skyline}"/>`,
  );
  return `<path fill="${land}" stroke="${coast}" stroke-width="1.4" stroke-linejoin="round" d="${skyline}V${height + 12}H-12Z"/>${strata.join('')}`;
}

function lines(heights: number[], width: number): string {
  const drawn = heights.map((y) => ({
    points: [
      [0, y],
      [width, y],
    ] as Point[],
    closed: false,
  }));
  return `<path fill="none" stroke="${graticule}" stroke-width="1" stroke-dasharray="2 5" d="${linePath(drawn, { tolerance: 0, smallestArea: 0 })}"/>`;
}

/** Returns labels with the average gradient between neighbouring places, in per cent. */
function steepness(places: Climb['places'], x: (kilometres: number) => number, y: number): string[] {
  return places.slice(1).map((to, index) => {
    const from = places[index] as Climb['places'][number];
    const share = (to.metres - from.metres) / ((to.kilometres - from.kilometres) * 10);
    return label((x(from.kilometres) + x(to.kilometres)) / 2, y, 'middle', 2, `${Math.round(share)} %`);
  });
}

const label = (x: number, y: number, anchor: string, rank: number, text: string) =>
  `<text class="map-label" data-rank="${rank}" x="${Math.round(x)}" y="${Math.round(y)}" text-anchor="${anchor}" fill="${ink}" font-size="15">${text}</text>`;
