import { sql } from 'kysely';
import type * as z from 'zod/mini';
import type { Answer } from '../../../contract/kit/operation.ts';
import {
  managedProgressMaps as contract,
  type create,
  type lines,
} from '../../../contract/managed/progress-maps.ts';
import type { Station } from '../../../contract/progress-maps.ts';
import type { Db } from '../../db/db.ts';
import type { Iris } from '../../kit/iris.ts';
import { ProblemError, violation } from '../../kit/problem-error.ts';
import {
  type Author,
  createManaged,
  type Managed,
  replaceManaged,
} from '../../management/managed-resource.ts';
import type { MapParts } from './assembled-map.ts';
import { gallery } from './gallery.ts';
import { readDrawing } from './map-reader.ts';
import { changedMap, insertMap, storedMap } from './stored-map.ts';

type Fields = { name: string; stations: Station[] };
type Row = Fields & { id: number; origin: 'gallery' | 'file'; challenges: number; isDefault: boolean };

/** Describes progress maps for the management API. */
export const managedProgressMaps: Managed<Fields, Row> = {
  contract,
  table: 'progress_maps',
  rows: (db) =>
    db.selectFrom('progress_maps').select((eb) => [
      'id',
      'name',
      'stations',
      'origin',
      eb
        .selectFrom('challenges')
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .whereRef('progress_map_id', '=', 'progress_maps.id')
        .$asScalar()
        .$notNull()
        .as('challenges'),
      sql<boolean>`exists (
        select from configs where key = 'progressMapId' and value = to_jsonb(progress_maps.id)
      )`.as('isDefault'),
    ]),
  searched: ['name'],
  remove: async (tx, id, _now, { challenges, isDefault }) => {
    if (challenges > 0 || isDefault) throw new ProblemError(409, 'inUse');
    await tx.deleteFrom('progress_maps').where('id', '=', id).execute();
  },
};

/**
 * Adds a built-in map or an uploaded drawing. Throws 422 on `drawing` if the drawing cannot be read, and on `line` if
 * the drawing has no such line.
 */
export async function createMap(db: Db, iris: Iris, entry: z.output<typeof create.body>, author: Author) {
  const parts = entry.tour ? gallery[entry.tour] : await drawnParts(entry);
  const map = await storedMap(entry.name, parts);
  const origin = entry.tour ? 'gallery' : 'file';
  const adding: Managed<Fields, Row> = {
    ...managedProgressMaps,
    create: (tx) => insertMap(tx, map, origin),
  };
  return createManaged(db, iris, adding, { name: entry.name, stations: [] }, author);
}

/**
 * Changes the name and the stations of a map. Throws 404 if the map does not exist, and 409 if another organiser
 * changed the map first.
 */
export async function replaceMap(
  db: Db,
  iris: Iris,
  id: number,
  entry: z.output<typeof contract.replace.body>,
  author: Author,
) {
  const map = await changedMap(db, id, entry.name, entry.stations);
  const changing: Managed<Fields, Row> = {
    ...managedProgressMaps,
    replace: async (tx) => {
      await tx.updateTable('progress_maps').set(map).where('id', '=', id).execute();
    },
  };
  return replaceManaged(db, iris, changing, id, entry, author);
}

async function drawnParts(entry: z.output<typeof create.body>): Promise<MapParts> {
  if (entry.drawing === undefined) throw violation('drawing', 'value.required');
  const drawing = await readDrawing(entry.drawing, entry.line);
  const route = drawing.lines.find(({ line }) => line === entry.line);
  if (!route) throw violation('line', 'drawing.lineUnknown');
  const { width, height, ground } = drawing;
  return { width, height, ground, route: route.path, stations: entry.stations };
}

/**
 * Returns an uploaded drawing as a picture, with the lines that could be the route. Throws 422 if the drawing cannot be
 * read.
 */
export async function readLines(svg: string): Promise<Answer<typeof lines>> {
  const { width, height, lines: found, ground } = await readDrawing(svg);
  const viewBox = `0 0 ${width} ${height}`;
  return { picture: pictureOf(viewBox, ground), viewBox, lines: found };
}

/** Returns a drawing as a complete SVG document. */
export const pictureOf = (viewBox: string, inside: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="${viewBox}" width="${viewBox.split(' ')[2]}" height="${viewBox.split(' ')[3]}">${inside}</svg>`;
