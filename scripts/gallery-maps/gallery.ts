import type { Tour as TourKey } from '../../contract/managed/progress-maps.ts';
import type { GalleryMap } from '../../server/challenges/maps/gallery.ts';
import { climbParts } from './climb-map.ts';
import { lengthOfRoute } from './route-line.ts';
import { type Tour, tourParts } from './route-map.ts';
import { belgianCoast, montVentoux, tourOfBelgium, tourOfEurope, tourOfTheWorld } from './tours.ts';

const ofTour = (tour: Tour): GalleryMap => ({
  kilometres: Math.round(lengthOfRoute(tour.stations)),
  ...tourParts(tour),
});

/**
 * Returns the text of the file with the gallery's maps. Each element of a map's ground is on a separate line.
 */
export function galleryFile(): string {
  const maps: Record<TourKey, GalleryMap> = {
    world: ofTour(tourOfTheWorld),
    europe: ofTour(tourOfEurope),
    belgium: ofTour(tourOfBelgium),
    coast: ofTour(belgianCoast),
    climb: { kilometres: Math.round(montVentoux.places.at(-1)?.kilometres ?? 0), ...climbParts(montVentoux) },
  };
  const lines = (key: string, value: unknown) =>
    key === 'ground' ? String(value).split(/(?<=>)(?=<)/) : value;
  return `${JSON.stringify(maps, lines, 2)}\n`;
}
