import { Temporal } from 'temporal-polyfill';
import type { Source } from '../../../contract/activities.ts';
import type { Db } from '../../db/db.ts';
import { detailsOf } from '../../db/workout-details.ts';
import { recordsOfSource } from './record.ts';

/**
 * Returns the external ids of a person's records from a source. Selects workouts that started at or after `from` and
 * before `until`, and arrived at or after `since`.
 */
export async function recordsBetween(
  db: Db,
  personId: number,
  source: Source,
  { from, until, since }: { from: Temporal.Instant; until: Temporal.Instant; since: Temporal.Instant },
): Promise<string[]> {
  if (detailsOf(db)) {
    const isBetween = (at: Temporal.Instant | null) =>
      at !== null && Temporal.Instant.compare(at, from) >= 0 && Temporal.Instant.compare(at, until) < 0;
    const all = await recordsOfSource(db, personId, source);
    return all
      .filter(
        ({ started_at, received_at }) =>
          isBetween(started_at) && Temporal.Instant.compare(received_at, since) >= 0,
      )
      .map(({ external_id }) => external_id);
  }
  const rows = await db
    .selectFrom('source_records')
    .select('external_id')
    .where('person_id', '=', personId)
    .where('source', '=', source)
    .where('started_at', '>=', from.toString() as never)
    .where('started_at', '<', until.toString() as never)
    .where('received_at', '>=', since.toString() as never)
    .execute();
  return rows.map(({ external_id }) => external_id);
}
