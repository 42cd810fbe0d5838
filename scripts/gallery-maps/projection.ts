import { type GeoProjection, geoAzimuthalEqualArea, geoNaturalEarth1 } from 'd3-geo';

/** The part of the earth that a map shows, in degrees, and the size of the map in map units. */
export interface Region {
  west: number;
  south: number;
  /** May exceed 180, so that the seam of a world map can be in an ocean. */
  east: number;
  north: number;
  width: number;
  height: number;
}

/** How far the drawing extends beyond the map's edge, so that cut outlines are not visible. */
export const bleed = 12;

/**
 * Returns the projection that fits a region into its map. Regions wider than 180 degrees use the Natural Earth
 * projection. Smaller regions use Lambert's azimuthal equal-area projection around their centre, like official maps of
 * Europe.
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

/**
 * Returns points just inside a region's edge. On a world map, points exactly on the left and on the right edge would
 * coincide.
 */
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
