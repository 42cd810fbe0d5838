import { readFileSync } from 'node:fs';
import { type GeoPermissibleObjects, geoStream } from 'd3-geo';
import { feature, merge, mesh } from 'topojson-client';
import type * as topology from 'topojson-specification';
import type { Region } from './projection.ts';

interface Countries extends topology.GeometryCollection {
  geometries: (topology.Polygon<{ name: string }> | topology.MultiPolygon<{ name: string }>)[];
}
type Atlas = topology.Topology<{ countries: Countries }>;

/** The land and borders on a map, from Natural Earth (public domain). */
export interface Ground {
  land: ReturnType<typeof merge>;
  /** The country that the map is about. */
  home: ReturnType<typeof merge> | undefined;
  borders: ReturnType<typeof mesh>;
}

/**
 * Reads the ground in and around a region, at 1:10 million if the region is small, otherwise at 1:50 million. Includes
 * only nearby countries, because the coasts of the whole earth have half a million points. `home` is the English name
 * of a country. Throws if no country has that name.
 */
export function readGround(region: Region, home: string | undefined): Ground {
  const file =
    region.east - region.west < 15
      ? import.meta.resolve('world-atlas/countries-10m.json')
      : import.meta.resolve('world-atlas/countries-50m.json');
  const atlas: Atlas = JSON.parse(readFileSync(new URL(file), 'utf8'));
  const geometries = atlas.objects.countries.geometries.filter((country) =>
    isNear(region, feature(atlas, country)),
  );
  const homes = geometries.filter(({ properties }) => properties?.name === home);
  if (home !== undefined && homes.length === 0) throw new Error(`no country is named ${home}`);
  return {
    land: merge(atlas, geometries),
    home: home === undefined ? undefined : merge(atlas, homes),
    borders: mesh(atlas, { type: 'GeometryCollection', geometries }, (one, other) => one !== other),
  };
}

/**
 * Returns whether a geometry has a point in a region, or no further from it than the region's own width and
 * height.
 */
function isNear({ west, south, east, north }: Region, something: GeoPermissibleObjects): boolean {
  const [wide, high] = [east - west, north - south];
  if (wide > 180) return true;
  let near = false;
  geoStream(something, {
    point: (longitude, latitude) => {
      near ||=
        Math.abs(longitude - west - wide / 2) < 1.5 * wide &&
        Math.abs(latitude - south - high / 2) < 1.5 * high;
    },
    lineStart: () => {},
    lineEnd: () => {},
    polygonStart: () => {},
    polygonEnd: () => {},
  });
  return near;
}
