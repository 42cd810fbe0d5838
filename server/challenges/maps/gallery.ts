import type { Language } from '../../../contract/kit/fields.ts';
import type { Tour as TourKey } from '../../../contract/managed/progress-maps.ts';
import { type Climb, climbParts } from '../../../scripts/maps/climb-map.ts';
import { tourParts } from '../../../scripts/maps/route-map.ts';
import { belgianCoast, tourOfBelgium, tourOfEurope, tourOfTheWorld } from '../../../scripts/maps/tours.ts';
import type { MapParts } from './assembled-map.ts';

/** A built-in map that organisers can choose. */
interface GalleryMap {
  names: Record<Language, string>;
  draw(): MapParts;
}

/**
 * The road from Bédoin to the summit, 21.4 km. The lengths and heights are rounded from published values, which is
 * accurate enough for an illustration.
 */
const montVentoux: Climb = {
  width: 1000,
  height: 640,
  places: [
    { name: 'Bédoin', kilometres: 0, metres: 300, rank: 1 },
    { name: 'Saint-Estève', kilometres: 5.5, metres: 510, rank: 1 },
    { name: 'Chalet Reynard', kilometres: 15.4, metres: 1417, rank: 1 },
    { name: 'Col des Tempêtes', kilometres: 20.6, metres: 1829, rank: 2 },
    { name: 'Mont Ventoux', kilometres: 21.4, metres: 1909, rank: 1 },
  ],
};

export const gallery: Record<TourKey, GalleryMap> = {
  world: {
    names: { en: 'Around the world', fr: 'Autour du monde', nl: 'Rond de wereld' },
    draw: () => tourParts(tourOfTheWorld),
  },
  europe: {
    names: { en: 'Across Europe', fr: 'À travers l’Europe', nl: 'Dwars door Europa' },
    draw: () => tourParts(tourOfEurope),
  },
  belgium: {
    names: { en: 'Across Belgium', fr: 'À travers la Belgique', nl: 'Dwars door België' },
    draw: () => tourParts(tourOfBelgium),
  },
  coast: {
    names: { en: 'Along the Belgian coast', fr: 'Le long de la côte belge', nl: 'Langs de Belgische kust' },
    draw: () => tourParts(belgianCoast),
  },
  climb: {
    names: { en: 'Up Mont Ventoux', fr: 'À l’assaut du Mont Ventoux', nl: 'De Mont Ventoux op' },
    draw: () => climbParts(montVentoux),
  },
};

const drawn = new Map<TourKey, MapParts>();

/** Returns the parts of a built-in map. Caches them, because reading the coasts of Europe takes a third of a second. */
export function galleryParts(tour: TourKey): MapParts {
  const parts = drawn.get(tour) ?? gallery[tour].draw();
  drawn.set(tour, parts);
  return parts;
}
