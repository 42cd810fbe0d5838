import type { Selectable } from 'kysely';
import type { Station } from '../../../contract/progress-maps.ts';
import type { Db } from '../../db/db.ts';
import type { Tables } from '../../db/tables.ts';
import { notFound } from '../../kit/problem-error.ts';
import type { MapParts } from './assembled-map.ts';
import { cleanMap } from './map-reader.ts';

export type StoredMap = Awaited<ReturnType<typeof storedMap>>;

/** Stores a map and returns its id. */
export async function insertMap(
  tx: Db,
  map: StoredMap,
  origin: Selectable<Tables['progress_maps']>['origin'],
): Promise<number> {
  const { id } = await tx
    .insertInto('progress_maps')
    .values({ ...map, origin })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Returns a map with a new name and new stations, without storing the map. Throws 404 if the map does not exist. */
export async function changedMap(db: Db, id: number, name: string, stations: Station[]): Promise<StoredMap> {
  const row = await db
    .selectFrom('progress_maps')
    .select(['view_box', 'ground', 'route'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound();
  const [, , width = 0, height = 0] = row.view_box.split(' ').map(Number);
  const { ground, route } = row;
  return storedMap(name, { width, height, ground, route, stations });
}

/** Assembles and sanitises a map for storage. Call this before starting a transaction, because it may take seconds. */
export async function storedMap(name: string, parts: MapParts) {
  const stations = parts.stations.toSorted((one, other) => one.percentage - other.percentage);
  const map = await cleanMap(name, { ...parts, stations });
  return {
    name,
    view_box: map.viewBox,
    defs: map.defs,
    base_map: map.baseMap,
    dynamic_path_definitions: JSON.stringify(map.dynamicPathDefinitions),
    progress_marker_definitions: JSON.stringify(map.progressMarkerDefinitions),
    ground: parts.ground,
    route: parts.route,
    stations: JSON.stringify(stations),
  };
}
