import type { KilometreRule } from '../contract/kilometres.ts';
import { usualSports } from '../contract/usual-sports.ts';
import type { Db } from '../server/db/db.ts';

/** The usual sports that the demo has. */
const names = [
  'running',
  'cycling',
  'walking',
  'hiking',
  'e-bike',
  'swimming',
  'football',
  'fitness',
  'tennis',
  'dance',
  'yoga',
  'gardening',
] as const;

export type SportName = (typeof names)[number];

/** The rule of a sport in the demo. */
export const ruleOf = (name: SportName): KilometreRule => ({
  kmFactor: 1,
  kmPerHour: usualSports[name].kmPerHour,
  metresPerStep: 0.7,
});

/** Inserts the twelve sports; returns their ids by name. */
export async function insertDemoSports(tx: Db): Promise<Map<SportName, number>> {
  const entries = names.map((name) => [name, usualSports[name]] as const);
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
