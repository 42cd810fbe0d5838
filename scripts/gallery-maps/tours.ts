import type { Climb } from './climb-map.ts';
import type { Tour } from './route-map.ts';

/** A clockwise tour from Brussels through cities all over Europe and back. */
export const tourOfEurope: Tour = {
  region: { west: -22, south: 36.5, east: 34, north: 65.9, width: 1000, height: 760 },
  stations: [
    { name: 'Brussel · Bruxelles', longitude: 4.352, latitude: 50.847, rank: 1 },
    { name: 'London', longitude: -0.128, latitude: 51.507, rank: 2 },
    { name: 'Dublin', longitude: -6.26, latitude: 53.35, rank: 1 },
    { name: 'Reykjavík', longitude: -21.94, latitude: 64.147, rank: 1 },
    { name: 'Oslo', longitude: 10.752, latitude: 59.914, rank: 1 },
    { name: 'Stockholm', longitude: 18.069, latitude: 59.329, rank: 2 },
    { name: 'Helsinki', longitude: 24.938, latitude: 60.17, rank: 1 },
    { name: 'Warszawa', longitude: 21.012, latitude: 52.23, rank: 1 },
    { name: 'Budapest', longitude: 19.04, latitude: 47.498, rank: 2 },
    { name: 'Istanbul', longitude: 28.979, latitude: 41.008, rank: 1 },
    { name: 'Athina', longitude: 23.728, latitude: 37.984, rank: 2 },
    { name: 'Roma', longitude: 12.496, latitude: 41.903, rank: 1 },
    { name: 'Barcelona', longitude: 2.173, latitude: 41.385, rank: 2 },
    { name: 'Sevilla', longitude: -5.984, latitude: 37.389, rank: 2 },
    { name: 'Lisboa', longitude: -9.139, latitude: 38.722, rank: 1 },
    { name: 'Santiago', longitude: -8.545, latitude: 42.881, rank: 2 },
    { name: 'Bordeaux', longitude: -0.579, latitude: 44.838, rank: 2 },
    { name: 'Paris', longitude: 2.352, latitude: 48.857, rank: 2 },
    { name: 'Brussel · Bruxelles', longitude: 4.352, latitude: 50.847, rank: 1 },
  ],
};

/** A round trip from Brussels through every inhabited continent, without crossing the map's edge in the Pacific. */
export const tourOfTheWorld: Tour = {
  region: { west: -169, south: -56, east: 191, north: 85, width: 1000, height: 465 },
  stations: [
    { name: 'Brussel · Bruxelles', longitude: 4.352, latitude: 50.847, rank: 1 },
    { name: 'Reykjavík', longitude: -21.94, latitude: 64.147, rank: 2 },
    { name: 'New York', longitude: -74.006, latitude: 40.713, rank: 1 },
    { name: 'Vancouver', longitude: -123.12, latitude: 49.283, rank: 1 },
    { name: 'México', longitude: -99.133, latitude: 19.433, rank: 2 },
    { name: 'Lima', longitude: -77.043, latitude: -12.046, rank: 1 },
    { name: 'Buenos Aires', longitude: -58.382, latitude: -34.604, rank: 2 },
    { name: 'Rio de Janeiro', longitude: -43.173, latitude: -22.907, rank: 2 },
    { name: 'Cape Town', longitude: 18.424, latitude: -33.925, rank: 1 },
    { name: 'Nairobi', longitude: 36.817, latitude: -1.286, rank: 2 },
    { name: 'Mumbai', longitude: 72.878, latitude: 19.076, rank: 1 },
    { name: 'Singapore', longitude: 103.82, latitude: 1.352, rank: 2 },
    { name: 'Perth', longitude: 115.861, latitude: -31.952, rank: 2 },
    { name: 'Sydney', longitude: 151.209, latitude: -33.869, rank: 1 },
    { name: 'Tokyo', longitude: 139.692, latitude: 35.69, rank: 1 },
    { name: 'Beijing', longitude: 116.407, latitude: 39.904, rank: 2 },
    { name: 'Samarkand', longitude: 66.975, latitude: 39.655, rank: 2 },
    { name: 'Istanbul', longitude: 28.979, latitude: 41.008, rank: 2 },
    { name: 'Brussel · Bruxelles', longitude: 4.352, latitude: 50.847, rank: 1 },
  ],
};

/** A tour from the coast through Flanders to the Ardennes and back through Wallonia. */
export const tourOfBelgium: Tour = {
  home: 'Belgium',
  region: { west: 2.35, south: 49.42, east: 6.6, north: 51.55, width: 1000, height: 760 },
  stations: [
    { name: 'Oostende', longitude: 2.918, latitude: 51.225, rank: 1 },
    { name: 'Brugge', longitude: 3.224, latitude: 51.209, rank: 2 },
    { name: 'Gent', longitude: 3.725, latitude: 51.054, rank: 1 },
    { name: 'Antwerpen', longitude: 4.402, latitude: 51.22, rank: 1 },
    { name: 'Mechelen', longitude: 4.478, latitude: 51.026, rank: 2 },
    { name: 'Leuven', longitude: 4.701, latitude: 50.88, rank: 2 },
    { name: 'Hasselt', longitude: 5.338, latitude: 50.93, rank: 1 },
    { name: 'Liège', longitude: 5.568, latitude: 50.633, rank: 1 },
    { name: 'Malmedy', longitude: 6.028, latitude: 50.427, rank: 2 },
    { name: 'Bastogne', longitude: 5.718, latitude: 50.003, rank: 1 },
    { name: 'Bouillon', longitude: 5.067, latitude: 49.795, rank: 2 },
    { name: 'Dinant', longitude: 4.912, latitude: 50.26, rank: 2 },
    { name: 'Namur', longitude: 4.867, latitude: 50.467, rank: 1 },
    { name: 'Mons', longitude: 3.952, latitude: 50.454, rank: 1 },
    { name: 'Tournai', longitude: 3.388, latitude: 50.606, rank: 2 },
    { name: 'Kortrijk', longitude: 3.265, latitude: 50.828, rank: 2 },
    { name: 'Ieper', longitude: 2.884, latitude: 50.851, rank: 2 },
    { name: 'Oostende', longitude: 2.918, latitude: 51.225, rank: 1 },
  ],
};

/** A tour along the beach from the French border to the nature reserve on the Dutch border. */
export const belgianCoast: Tour = {
  home: 'Belgium',
  region: { west: 2.42, south: 50.98, east: 3.52, north: 51.5, width: 1000, height: 640 },
  stations: [
    { name: 'De Panne', longitude: 2.58, latitude: 51.101, rank: 1 },
    { name: 'Koksijde', longitude: 2.635, latitude: 51.118, rank: 2 },
    { name: 'Nieuwpoort', longitude: 2.722, latitude: 51.152, rank: 1 },
    { name: 'Middelkerke', longitude: 2.814, latitude: 51.187, rank: 2 },
    { name: 'Oostende', longitude: 2.914, latitude: 51.232, rank: 1 },
    { name: 'Bredene', longitude: 2.968, latitude: 51.252, rank: 2 },
    { name: 'De Haan', longitude: 3.032, latitude: 51.276, rank: 2 },
    { name: 'Blankenberge', longitude: 3.128, latitude: 51.315, rank: 1 },
    { name: 'Zeebrugge', longitude: 3.205, latitude: 51.335, rank: 2 },
    { name: 'Knokke-Heist', longitude: 3.288, latitude: 51.352, rank: 1 },
    { name: 'Het Zwin', longitude: 3.36, latitude: 51.366, rank: 2 },
  ],
};

/**
 * The road from Bédoin to the summit, 21.4 km. The lengths and heights are rounded from published values, which is
 * accurate enough for an illustration.
 */
export const montVentoux: Climb = {
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
