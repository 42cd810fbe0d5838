import type { Db } from '../db/db.ts';

/** Adds a distance challenge with Dutch and French texts; returns its id. */
export async function addChallenge(
  db: Db,
  uri: string,
  startsOn: string,
  endsOn: string,
  changes: { closesAt?: string; kilometers?: number; timeZone?: string } = {},
): Promise<number> {
  const { id } = await db
    .insertInto('challenges')
    .values({
      uri,
      type: 'distance',
      kilometers: changes.kilometers ?? 1000,
      starts_on: startsOn,
      ends_on: endsOn,
      closes_at: changes.closesAt ?? '2100-01-01T00:00:00Z',
      ...(changes.timeZone ? { time_zone: changes.timeZone } : {}),
    } as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  const text = { description: '', eye_catcher: '', introduction: '', abstraction_label: null };
  await db
    .insertInto('challenge_translations')
    .values([
      { challenge_id: id, position: 0, language: 'nl', name: `${uri} nl`, ...text },
      { challenge_id: id, position: 1, language: 'fr', name: `${uri} fr`, ...text },
    ])
    .execute();
  return id;
}
