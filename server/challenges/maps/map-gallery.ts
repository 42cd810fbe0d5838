import type { Language } from '../../../contract/kit/fields.ts';
import { type Tour, tours } from '../../../contract/managed/progress-maps.ts';
import type { Iris } from '../../kit/iris.ts';
import { assembledMap } from './assembled-map.ts';
import { gallery } from './gallery.ts';
import { pictureOf } from './managed-progress-maps.ts';

const names: Record<Tour, Record<Language, string>> = {
  world: { en: 'Around the world', fr: 'Autour du monde', nl: 'Rond de wereld' },
  europe: { en: 'Across Europe', fr: 'À travers l’Europe', nl: 'Dwars door Europa' },
  belgium: { en: 'Across Belgium', fr: 'À travers la Belgique', nl: 'Dwars door België' },
  coast: { en: 'Along the Belgian coast', fr: 'Le long de la côte belge', nl: 'Langs de Belgische kust' },
  climb: { en: 'Up Mont Ventoux', fr: 'À l’assaut du Mont Ventoux', nl: 'De Mont Ventoux op' },
};

/** Lists the built-in maps, with their names in a language. */
export function listGallery(iris: Iris, language: Language) {
  const members = tours.map((tour) => ({
    '@id': iris.of(`/platform/api/management/map-gallery/${tour}`),
    '@type': 'GalleryMap' as const,
    id: tour,
    name: names[tour][language],
    stations: gallery[tour].stations,
  }));
  return { members, totalItems: members.length };
}

const pictures = new Map<Tour, string>();

/** Returns a built-in map as an SVG picture with the completed route. Caches it, because drawing takes up to 0.1 s. */
export function galleryPicture(tour: Tour): string {
  const picture = pictures.get(tour) ?? drawnPicture(tour);
  pictures.set(tour, picture);
  return picture;
}

function drawnPicture(tour: Tour): string {
  const { viewBox, baseMap, dynamicPathDefinitions } = assembledMap(names[tour].en, gallery[tour]);
  return pictureOf(viewBox, baseMap + dynamicPathDefinitions.map(({ svg }) => svg).join(''));
}
