import type { ProgressMap } from '../../../contract/progress-maps.ts';
import type { Db } from '../../db/db.ts';
import type { Iris } from '../../kit/iris.ts';
import { notFound } from '../../kit/problem-error.ts';

export const progressMapCollection = '/platform/api/progress_maps';

/** Returns a progress map. Throws 404 if the map does not exist. */
export async function progressMap(db: Db, iris: Iris, id: number): Promise<Omit<ProgressMap, '@context'>> {
  const row = await db.selectFrom('progress_maps').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound();
  return {
    '@id': iris.of(`${progressMapCollection}/${row.id}`),
    '@type': 'ProgressMap',
    id: row.id,
    name: row.name,
    viewBox: row.view_box,
    defs: row.defs,
    baseMap: row.base_map,
    dynamicPathDefinitions: row.dynamic_path_definitions,
    progressMarkerDefinitions: row.progress_marker_definitions,
    stations: row.stations,
  };
}
