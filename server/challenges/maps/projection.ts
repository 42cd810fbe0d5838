import { type GeoProjection, geoAzimuthalEqualArea, geoNaturalEarth1 } from 'd3-geo';

/** The part of the earth that a map shows, in degrees, and the size of the map in its own units. */
export interface Region {
  west: number;
  south: number;
  /** May pass 180, so that the map's seam lies where it hurts least. */
  east: number;
  north: number;
  width: number;
  height: number;
}

/** How far drawing continues beyond the map's edge, so that no outline shows where it is cut. */
export const bleed = 12;

/**
 * The projection that fits a region into its map. More than half a turn is drawn in Natural Earth, anything
 * smaller in Lambert's azimuthal equal area about its middle, as official maps of Europe are.
 */
export function projectionOf(region: Region): GeoProjection {
  const { west, south, east, north, width, height } = region;
  const middle = (west + east) / 2;
  const projection =
    east - west > 180
      ? geoNaturalEarth1().rotate([-middle, 0])
      : geoAzimuthalEqualArea()
          .rotate([-middle, -(south + north) / 2])
          .clipAngle(70);
  return projection
    .precision(0.3)
    .fitSize([width, height], { type: 'MultiPoint', coordinates: edgeOf(region) })
    .clipExtent([
      [-bleed, -bleed],
      [width + bleed, height + bleed],
    ]);
}

/** Points along a region's edge, just inside it, where a seam would make left and right the same. */
function edgeOf({ west, south, east, north }: Region): [number, number][] {
  const inside = 1e-6;
  return Array.from({ length: 33 }, (_, step) => step / 32).flatMap((share): [number, number][] => {
    const longitude = west + inside + (east - west - 2 * inside) * share;
    const latitude = south + (north - south) * share;
    return [
      [longitude, south],
      [longitude, north],
      [west + inside, latitude],
      [east - inside, latitude],
    ];
  });
}
