import type { Language } from '../../contract/kit/fields.ts';
import { type Tour, tours } from '../../contract/managed/progress-maps.ts';
import type { Iris } from '../kit/iris.ts';
import { assembledMap, type RouteMap } from './assembled-map.ts';
import { gallery } from './gallery.ts';
import { pictureOf } from './managed-progress-maps.ts';

/** Drawn when they are first asked for: reading the coasts of Europe takes a third of a second. */
const drawn = new Map<Tour, RouteMap>();

function mapOf(tour: Tour): RouteMap {
  const map = drawn.get(tour) ?? assembledMap(gallery[tour].names.en, gallery[tour].draw());
  drawn.set(tour, map);
  return map;
}

/** The maps that there are to choose from, named in a language. */
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

/** A map of the gallery as a picture, its route done. */
export function galleryPicture(tour: Tour): string {
  const { viewBox, baseMap, dynamicPathDefinitions } = mapOf(tour);
  return pictureOf(viewBox, baseMap + dynamicPathDefinitions.map(({ svg }) => svg).join(''));
}
