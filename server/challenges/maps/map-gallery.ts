import type { Language } from '../../../contract/kit/fields.ts';
import { type Tour, tours } from '../../../contract/managed/progress-maps.ts';
import type { Iris } from '../../kit/iris.ts';
import { assembledMap, type RouteMap } from './assembled-map.ts';
import { gallery, galleryParts } from './gallery.ts';
import { pictureOf } from './managed-progress-maps.ts';

const assembled = new Map<Tour, RouteMap>();

function mapOf(tour: Tour): RouteMap {
  const map = assembled.get(tour) ?? assembledMap(gallery[tour].names.en, galleryParts(tour));
  assembled.set(tour, map);
  return map;
}

/** Lists the built-in maps, with their names in a language. */
export function listGallery(iris: Iris, language: Language) {
  const members = tours.map((tour) => ({
    '@id': iris.of(`/platform/api/management/map-gallery/${tour}`),
    '@type': 'GalleryMap' as const,
    id: tour,
    name: gallery[tour].names[language],
    stations: mapOf(tour).stations,
  }));
  return { members, totalItems: members.length };
}

/** Returns a built-in map as an SVG picture with the completed route. */
export function galleryPicture(tour: Tour): string {
  const { viewBox, baseMap, dynamicPathDefinitions } = mapOf(tour);
  return pictureOf(viewBox, baseMap + dynamicPathDefinitions.map(({ svg }) => svg).join(''));
}
