import type { Expression } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Language } from '../../contract/kit/fields.ts';
import type { Sport } from '../../contract/sports.ts';
import type { Db } from '../db/db.ts';
import type { Iris } from '../kit/iris.ts';

export const sportCollection = '/platform/api/sports';

/** The id of the placeholder for unknown sports. Workouts with this sport do not count, and nobody can choose it. */
export const unknownSport = 0;

/** Returns SQL for a sport's labels as a JSON list, for queries that have the sport's id. */
export function labelsOfSport(db: Db, sportId: Expression<number>) {
  return jsonArrayFrom(
    db
      .selectFrom('sport_labels')
      .select(['sport_labels.language', 'sport_labels.label'])
      .where('sport_labels.sport_id', '=', sportId)
      .orderBy('sport_labels.language'),
  ).$castTo<{ language: Language; label: string }[]>();
}

/** Lists the sports that people can choose, sorted by name. */
export async function listSports(db: Db, iris: Iris): Promise<Omit<Sport, '@context'>[]> {
  const rows = await db
    .selectFrom('sports')
    .selectAll('sports')
    .select((eb) => labelsOfSport(db, eb.ref('sports.id')).as('labels'))
    .where('approved', '=', true)
    .orderBy('sports.name')
    .execute();
  return rows.map((row) => ({
    '@id': iris.of(`${sportCollection}/${row.id}`),
    '@type': 'Sport',
    id: row.id,
    approved: row.approved,
    name: row.name,
    labels: row.labels,
    type: row.type,
    kmFactor: row.km_factor,
    kmPerHour: row.km_per_hour,
    metresPerStep: row.metres_per_step,
    dailyCapKm: row.daily_cap_metres === null ? null : row.daily_cap_metres / 1000,
  }));
}
