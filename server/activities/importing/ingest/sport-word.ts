/**
 * Phones' names for the most frequent sports, in the platform's languages, including indoors and outdoors: «Outdoor
 * Run», «Wandelen buiten», «Vélo en salle». The first match applies.
 */
const words: [pattern: RegExp, word: string][] = [
  [/\bhik(e|ing)|wandeltocht|bergwandel|randonn/, 'hiking'],
  [/\bcycl(e|ing|isme)|\bbik(e|ing)|fiets|wielren|\bv[ée]lo/, 'cycling'],
  [/\bswim|zwem|natation/, 'swimming'],
  [/\brun|jog|hardlop|\bloop|\blopen|course|treadmill|loopband/, 'running'],
  [/\bwalk|wandel|\bmarche/, 'walking'],
];

/** An app's name for a sport in lower case as one word; our own name for frequent ones. */
export function sportWord(name: string): string {
  const reported = name.normalize('NFC').trim().toLowerCase();
  // «Wheelchair Walk Pace», «Motorcycling» and «Dog walking class» are not walks or rides.
  const isPlain = !/wheelchair|rolstoel|fauteuil|motor|hand|class/.test(reported);
  const known = isPlain ? words.find(([pattern]) => pattern.test(reported))?.[1] : undefined;
  return known ?? reported.replaceAll(/[\s_-]+/g, '_');
}
