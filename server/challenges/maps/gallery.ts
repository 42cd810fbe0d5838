import { readFileSync } from 'node:fs';
import type { Tour } from '../../../contract/managed/progress-maps.ts';
import type { MapParts } from './assembled-map.ts';

/** A built-in map that organisers can choose. */
export interface GalleryMap extends MapParts {
  /** The length of the route, in whole kilometres. */
  kilometres: number;
}

/** The built-in maps, which `npm run make-maps` draws. */
export const gallery: Record<Tour, GalleryMap> = JSON.parse(
  readFileSync(new URL('./gallery.json', import.meta.url), 'utf8'),
  // The file stores each ground as an array of lines, with one line per SVG element.
  (key, value) => (key === 'ground' ? value.join('') : value),
);
