import { phoneSport } from './phone-sports.ts';

/**
 * Patterns for the names that phones use for the most common sports in the platform's languages, for example "Outdoor
 * Run", "Wandelen buiten" and "Vélo en salle". The first match wins.
 */
const patterns: [pattern: RegExp, slug: string][] = [
  [/\bhik(e|ing)|wandeltocht|bergwandel|randonn/, 'hiking'],
  [/\bcycl(e|ing|isme)|\bbik(e|ing)|fiets|wielren|\bv[ée]lo/, 'cycling'],
  [/\bswim|zwem|natation/, 'swimming'],
  [/\brun|jog|hardlop|\bloop|\blopen|course|treadmill|loopband/, 'running'],
  [/\bwalk|wandel|\bmarche/, 'walking'],
];

/** Returns our name for an app's sport name if it is known, otherwise the sport name as a single word. */
export const sportTypeOf = (name: string): string => phoneSport(name) ?? sportSlug(name);

/**
 * Converts an app's sport name to a single lower-case word. Common sports get the platform's own name. If an app sends
 * no ids for workouts, their ids contain this word, so a name must always be converted to the same word.
 */
export function sportSlug(name: string): string {
  const reported = name.normalize('NFC').trim().toLowerCase();
  // Names such as "Wheelchair Walk Pace", "Motorcycling" and "Dog walking class" are not walks or rides.
  const isPlain = !/wheelchair|rolstoel|fauteuil|motor|hand|class/.test(reported);
  const known = isPlain ? patterns.find(([pattern]) => pattern.test(reported))?.[1] : undefined;
  return known ?? reported.replaceAll(/[\s_-]+/g, '_');
}
