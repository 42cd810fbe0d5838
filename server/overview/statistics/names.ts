import { sql } from 'kysely';
import type { Language } from '../../../contract/kit/fields.ts';
import type { Db } from '../../db/db.ts';

/** Returns the sports' labels in a language, by sport id. */
export async function sportLabels(db: Db, language: Language): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('sports')
    .leftJoin('sport_labels', (join) =>
      join.onRef('sport_labels.sport_id', '=', 'sports.id').on('language', '=', language),
    )
    .select(['id', sql<string>`coalesce(label, name)`.as('label')])
    .execute();
  return new Map(rows.map(({ id, label }) => [String(id), label]));
}

/** Returns the teams' names and UUIDs, by team id. */
export async function teamNames(db: Db): Promise<Map<string, { uuid: string; name: string }>> {
  const rows = await db.selectFrom('teams').select(['id', 'uuid', 'name']).execute();
  return new Map(rows.map(({ id, ...team }) => [String(id), team]));
}
