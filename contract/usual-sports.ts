import type { Language } from './kit/fields.ts';
import type { Sport } from './sports.ts';

/** A sport that many companies begin with; a kilometre counts for one, a step for the 0.7 m of every new sport. */
export interface UsualSport {
  type: Sport['type'];
  /** What an hour is worth, in km. */
  kmPerHour: number;
  labels: Record<Language, string>;
}

const sport = (type: Sport['type'], kmPerHour: number, en: string, fr: string, nl: string): UsualSport => ({
  type,
  kmPerHour,
  labels: { en, fr, nl },
});

/**
 * The usual sports by the name that the platform gives them. Kilometres an hour are those of the product's
 * specification: running, cycling and walking by their usual pace, the others 3, 5 or 7 by how hard they are.
 */
export const usualSports = {
  running: sport('running', 10, 'Running', 'Course à pied', 'Lopen'),
  cycling: sport('cycling', 20, 'Cycling', 'Vélo', 'Fietsen'),
  walking: sport('walking', 5, 'Walking', 'Marche', 'Wandelen'),
  hiking: sport('walking', 5, 'Hiking', 'Randonnée', 'Hiken'),
  // No board of its own, and not cycling's: a motor helps.
  'e-bike': sport('other', 7, 'E-bike', 'Vélo électrique', 'Elektrische fiets'),
  swimming: sport('other', 7, 'Swimming', 'Natation', 'Zwemmen'),
  football: sport('other', 7, 'Football', 'Football', 'Voetbal'),
  rowing: sport('other', 7, 'Rowing', 'Aviron', 'Roeien'),
  fitness: sport('other', 5, 'Fitness', 'Fitness', 'Fitness'),
  tennis: sport('other', 5, 'Tennis', 'Tennis', 'Tennis'),
  padel: sport('other', 5, 'Padel', 'Padel', 'Padel'),
  dance: sport('other', 5, 'Dancing', 'Danse', 'Dansen'),
  wheelchair: sport('other', 5, 'Wheelchair', 'Fauteuil roulant', 'Rolstoel'),
  yoga: sport('other', 3, 'Yoga', 'Yoga', 'Yoga'),
  gardening: sport('other', 3, 'Gardening', 'Jardinage', 'Tuinieren'),
} satisfies Record<string, UsualSport>;

export type UsualName = keyof typeof usualSports;

/** In the order in which they are offered. */
export const usualNames = Object.keys(usualSports) as UsualName[];
