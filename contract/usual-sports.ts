import type { Language } from './kit/fields.ts';
import type { Sport } from './sports.ts';

/**
 * A sport that many companies start with. As for every new sport, a kilometre counts as one kilometre and a step as
 * 0.7 m.
 */
export interface UsualSport {
  type: Sport['type'];
  /** How many kilometres one hour counts as. */
  kmPerHour: number;
  labels: Record<Language, string>;
}

const sport = (type: Sport['type'], kmPerHour: number, en: string, fr: string, nl: string): UsualSport => ({
  type,
  kmPerHour,
  labels: { en, fr, nl },
});

/**
 * The usual sports, keyed by the platform's name for each sport. The kilometres per hour are from the specification:
 * the usual pace for running, cycling and walking, and 3, 5 or 7 by intensity for the other sports.
 */
export const usualSports = {
  running: sport('running', 10, 'Running', 'Course à pied', 'Lopen'),
  cycling: sport('cycling', 20, 'Cycling', 'Vélo', 'Fietsen'),
  walking: sport('walking', 5, 'Walking', 'Marche', 'Wandelen'),
  hiking: sport('walking', 5, 'Hiking', 'Randonnée', 'Hiken'),
  // E-bikes have a motor, so they do not count on the board for cycling; their type has no board.
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

/** The names of the usual sports, in the order in which the app offers them. */
export const usualNames = Object.keys(usualSports) as UsualName[];
