import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Db } from '../../db/db.ts';
import { matchEntry } from './entry-match.ts';

/** How many days back entries are compared. People rarely change entries older than a month. */
const daysBack = 31;

/** A uuid that no activity has. It represents a deleted entry whose record was left without an activity. */
const none = '00000000-0000-0000-0000-000000000000';

/**
 * Compares the manual entries of the last month with received workouts once more. Without this, a workout could count
 * twice or not at all if a process crashed after storing or removing an entry and before comparing it. Idempotent.
 */
export async function compareEntries(db: Db, now: Temporal.Instant): Promise<void> {
  const since = now.toZonedDateTimeISO('UTC').toPlainDate().subtract({ days: daysBack }).toString();
  const { rows } = await sql<{ person_id: number; uuid: string; performed_on: string }>`
    select person_id, uuid, performed_on from activities
    where source = 'manual' and performed_on >= ${since}::date and exists (
      select from source_records
      where source_records.person_id = activities.person_id and source_records.source <> 'manual'
        and (source_records.performed_on = activities.performed_on or source_records.activity_id = activities.id)
    )
    union
    select person_id, ${none}::uuid, performed_on from source_records
    where activity_id is null and performed_on >= ${since}::date
      and (source = 'manual' or num_nonnulls(elapsed_seconds, moving_seconds, metres, steps) > 0)`.execute(
    db,
  );
  for (const { person_id, uuid, performed_on } of rows)
    await matchEntry(db, person_id, uuid, [performed_on], now);
}
