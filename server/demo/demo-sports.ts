import type { KilometreRule } from '../../contract/kilometres.ts';
import type { Language } from '../../contract/kit/fields.ts';
import type { Db } from '../db/db.ts';

interface Sport {
  type: 'running' | 'cycling' | 'walking' | 'other';
  kmPerHour: number;
  labels: Record<Language, string>;
}

const sport = (type: Sport['type'], kmPerHour: number, en: string, fr: string, nl: string): Sport => ({
  type,
  kmPerHour,
  labels: { en, fr, nl },
});

/** Kilometres an hour: three sports by their usual pace, the others 3, 5 or 7 by how hard they are. */
const sports = {
  running: sport('running', 10, 'Running', 'Course à pied', 'Lopen'),
  cycling: sport('cycling', 20, 'Cycling', 'Vélo', 'Fietsen'),
  walking: sport('walking', 5, 'Walking', 'Marche', 'Wandelen'),
  hiking: sport('walking', 5, 'Hiking', 'Randonnée', 'Hiken'),
  'e-bike': sport('cycling', 7, 'E-bike', 'Vélo électrique', 'Elektrische fiets'),
  swimming: sport('other', 7, 'Swimming', 'Natation', 'Zwemmen'),
  football: sport('other', 7, 'Football', 'Football', 'Voetbal'),
  fitness: sport('other', 5, 'Fitness', 'Fitness', 'Fitness'),
  tennis: sport('other', 5, 'Tennis', 'Tennis', 'Tennis'),
  dance: sport('other', 5, 'Dancing', 'Danse', 'Dansen'),
  yoga: sport('other', 3, 'Yoga', 'Yoga', 'Yoga'),
  gardening: sport('other', 3, 'Gardening', 'Jardinage', 'Tuinieren'),
} satisfies Record<string, Sport>;

export type SportName = keyof typeof sports;

/** How a sport of the demo counts. */
export const ruleOf = (name: SportName): KilometreRule => ({
  kmFactor: 1,
  kmPerHour: sports[name].kmPerHour,
  metresPerStep: 0.7,
});

/** Writes the twelve sports and returns their ids by name. */
export async function insertDemoSports(tx: Db): Promise<Map<SportName, number>> {
  const entries = Object.entries(sports) as [SportName, Sport][];
  const rows = await tx
    .insertInto('sports')
    .values(
      entries.map(([name, { type, kmPerHour }]) => ({ name, type, km_per_hour: kmPerHour, approved: true })),
    )
    .returning(['id', 'name'])
    .execute();
  const ids = new Map(rows.map(({ id, name }) => [name as SportName, id]));
  await tx
    .insertInto('sport_labels')
    .values(
      entries.flatMap(([name, { labels }]) =>
        (['en', 'fr', 'nl'] as const).map((language) => ({
          sport_id: ids.get(name) as number,
          language,
          label: labels[language],
        })),
      ),
    )
    .execute();
  return ids;
}
