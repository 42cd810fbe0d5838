import * as z from 'zod/mini';
import { notEmpty, requiredText } from '../kit/fields.ts';
import { callsOf, managedResource } from '../kit/managed-resource.ts';
import { operation } from '../kit/operation.ts';
import { collection, resource } from '../kit/resource.ts';
import { Station } from '../progress-maps.ts';

/** The built-in maps. */
export const tours = ['world', 'europe', 'belgium', 'coast', 'climb'] as const;
export type Tour = (typeof tours)[number];
const tour = z.enum(tours, 'value.invalid');

/**
 * A map drawing (SVG). Every phone loads the map with the dashboard, so its size is limited: 400,000 characters are
 * about 100 kB compressed, three times the size of the largest built-in map.
 */
const drawing = z
  .string('value.required')
  .check(notEmpty, z.maxLength(400_000, { error: 'drawing.tooLarge', abort: true }));

/** The places along a route. The limit is sixty; no built-in map has room for that many. */
const stations = z
  .array(
    z.object({
      // A longer name would not fit next to its point.
      name: requiredText(60),
      percentage: z
        .number('number.invalid')
        .check(z.gte(0, 'number.outOfRange'), z.lte(100, 'number.outOfRange')),
      rank: z._default(z.literal([1, 2], 'value.invalid'), 1),
    }),
  )
  .check(z.maxLength(60, 'stations.tooMany'));

const maps = managedResource({
  name: 'ManagedProgressMap',
  noun: 'progress-maps',
  access: 'organiser',
  fields: { name: requiredText(100), stations },
  shown: {
    origin: z.enum(['gallery', 'file']),
    /** The number of challenges that use this map. */
    challenges: z.int(),
    /** Whether this map is used for challenges that do not set a map of their own. */
    isDefault: z.boolean(),
  },
  filters: { origin: z.optional(z.enum(['gallery', 'file'])) },
  sorted: ['name', 'challenges'],
});

export const managedProgressMaps = maps;

const { create: _created, ...others } = callsOf(maps);
export const { list, one, replace, remove } = others;

export const create = operation({
  method: 'POST',
  path: maps.create.path,
  summary:
    'Adds a progress map, either from the gallery (`tour`) or from a drawing and the line in it that is the route.',
  access: 'organiser',
  body: z.object({
    name: requiredText(100),
    tour: z.optional(tour),
    drawing: z.optional(drawing),
    line: z.optional(z.int('drawing.lineUnknown')),
    stations: z._default(stations, []),
  }),
  status: 201,
  answer: maps.Item,
});

export const GalleryMap = resource('GalleryMap', {
  id: tour,
  /** The name of the map, in the language of the request. */
  name: z.string(),
  stations: z.array(Station),
});

export const gallery = operation({
  method: 'GET',
  path: '/platform/api/management/map-gallery',
  summary: 'Lists the maps of the gallery.',
  access: 'organiser',
  answer: collection(GalleryMap, {}),
});

export const picture = operation({
  method: 'GET',
  path: '/platform/api/management/map-gallery/:tour/picture',
  summary: 'Returns a map of the gallery as a picture (SVG).',
  access: 'organiser',
  params: z.object({ tour }),
});

export const lines = operation({
  method: 'POST',
  path: '/platform/api/management/map-drawings',
  summary:
    'Sanitises a drawing (SVG) and lists the lines in the drawing that could be a route. Stores nothing.',
  access: 'organiser',
  body: z.object({ drawing }),
  answer: z.object({
    /** The sanitised drawing as a picture. */
    picture: z.string(),
    viewBox: z.string(),
    /** The lines that could be a route: open lines before closed lines, and longer lines before shorter lines. */
    lines: z.array(
      z.object({
        /** Identifies the line in a `create` call. */
        line: z.int(),
        /** The line's id in the file; null if it has no id. */
        id: z.nullable(z.string()),
        kind: z.string(),
        /** The path data, in the units of `viewBox`. */
        path: z.string(),
        /** Whether the line is open, that is, does not end where it starts. A frame, for example, is closed. */
        isOpen: z.boolean(),
        /** The line's length, as a percentage of the drawing's width. */
        length: z.number(),
      }),
    ),
  }),
});
