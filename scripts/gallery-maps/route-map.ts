import SVGPathCommander from 'svg-path-commander';
import type { MapParts } from '../../server/challenges/maps/assembled-map.ts';
import { lettering } from '../../server/challenges/maps/station-marks.ts';
import { baseMapOf } from './base-map.ts';
import { projectionOf, type Region } from './projection.ts';
import { type Curve, curvePath, routeCurves, type Stop } from './route-line.ts';
import { scaleBar } from './scale-bar.ts';

/** A route through real places, and the region that the map shows. */
export interface Tour {
  region: Region;
  /** The English name of the country that the map is about. */
  home?: string;
  /**
   * The stations in order. A route that ends where it starts has the same first and last station. Two names of one
   * place are separated by ` · `.
   */
  stations: Stop[];
}

/** Returns the parts of a tour's map: the land, borders, graticule and scale bar, and the route through its places. */
export function tourParts({ region, home, stations }: Tour): MapParts {
  const projection = projectionOf(region);
  const curves = routeCurves(projection, stations);
  return {
    width: region.width,
    height: region.height,
    ground: baseMapOf(projection, region, home) + lettering([scaleBar(projection, region)]),
    route: curvePath(curves),
    stations: stations.map(({ name, rank }, index) => ({
      name,
      rank,
      percentage: percentageAfter(curves, index),
    })),
  };
}

/** Returns the percentage of a line that its first `count` curves cover, with three decimals. */
export function percentageAfter(curves: Curve[], count: number): number {
  const lengths = curves.map((curve) => SVGPathCommander.getTotalLength(curvePath([curve])));
  const sum = (some: number[]) => some.reduce((total, length) => total + length, 0);
  return Math.round((sum(lengths.slice(0, count)) / sum(lengths)) * 100_000) / 1000;
}
