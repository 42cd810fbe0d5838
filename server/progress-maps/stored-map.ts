import type { Selectable } from 'kysely';
import type { Station } from '../../contract/progress-maps.ts';
import type { Db } from '../db/db.ts';
import type { Tables } from '../db/tables.ts';
import { notFound } from '../kit/problem-error.ts';
import { assembledMap, type MapParts } from './assembled-map.ts';
import { cleanMap } from './clean-map.ts';

/** Puts a map together, cleans it, and stores it in a transaction; returns its id. */
export async function insertMap(
  tx: Db,
  name: string,
  parts: MapParts,
  origin: Selectable<Tables['progress_maps']>['origin'],
): Promise<number> {
  const { id } = await tx
    .insertInto('progress_maps')
    .values({ ...(await columnsOf(name, parts)), origin })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Gives a map another name and other stations, and sets its type anew. Throws 404 where there is none. */
export async function changeMap(tx: Db, id: number, name: string, stations: Station[]): Promise<void> {
  const row = await tx
    .selectFrom('progress_maps')
    .select(['view_box', 'ground', 'route'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound();
  const [, , width = 0, height = 0] = row.view_box.split(' ').map(Number);
  const { ground, route } = row;
  await tx
    .updateTable('progress_maps')
    .set(await columnsOf(name, { width, height, ground, route, stations }))
    .where('id', '=', id)
    .execute();
}

async function columnsOf(name: string, parts: MapParts) {
  const stations = parts.stations.toSorted((one, other) => one.percentage - other.percentage);
  const map = await cleanMap(assembledMap(name, { ...parts, stations }));
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
