import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Db } from '../../db/db.ts';
import { withStandings } from '../../rankings/standings.ts';
import { countedMetres } from '../../sports/counted-metres.ts';
import { recomputeCaps } from '../counting/daily-caps.ts';
import { changeOf } from '../entries/activity-change.ts';
import { type EntryValues, entryColumns, entryRow, whySportIsRefused } from '../entries/entry-values.ts';
import { matchEntry } from '../matching/entry-match.ts';
import { matchRecords } from '../matching/matching.ts';
import { setActivityCounts } from '../source-records/received-activity.ts';

/** An organiser's change to an activity. */
export interface Correction {
  counts: boolean;
  /** Null removes the correction, so that the owner may change the activity again. */
  reason: string | null;
}

/**
 * Applies an organiser's correction to a manual activity and updates every open board. The activity may keep its sport
 * even if the sport is no longer approved. The caller must hold the lock on the person's records. Throws 422 if a new
 * sport cannot be chosen, and a database error if the day would exceed 24 hours.
 */
export async function correctEntry(
  tx: Db,
  id: number,
  values: EntryValues,
  { counts, reason }: Correction,
  now: Temporal.Instant,
): Promise<void> {
  const { rows } = await sql<{ person_id: number; performed_on: string }>`
    with given as (${entryRow(values)}),
    before as (select * from activities where id = ${id} for update),
    entry as (
      update activities set (${entryColumns}, counts, waits, correction, counted_metres)
        = row(given.*, ${counts}::boolean, ${waitsStill({ counts, reason })}, ${reason}::text,
          case when ${counts} then ${countedMetres(sql`given`, sql`before.steps_elsewhere`)} else 0 end)
      from given, before, sports
      where activities.id = before.id and sports.id = given.sport_id
        and (sports.approved or sports.id = before.sport_id)
      returning activities.*
    ),
    change as (
      ${changeOf(sql`before where exists (select from entry)`, -1)} union all ${changeOf(sql`entry`, 1)}
    ),
    ${withStandings(now)}
    select distinct person_id, performed_on from change`.execute(tx);
  if (!rows[0]) throw await whySportIsRefused(tx, values.sport_id);
  const days = rows.map(({ performed_on }) => performed_on);
  await recomputeCaps(tx, rows[0].person_id, days, now);
  await matchEntry(tx, rows[0].person_id, id, days, now);
}

/**
 * Stores an organiser's decision on whether an activity counts, and updates every open board; the amounts stay the
 * same. If `reason` is null, the owner may change the activity again. Throws a database error if the day would exceed
 * 24 hours.
 */
export async function setCountsByOrganiser(
  tx: Db,
  id: number,
  { counts, reason }: Correction,
  now: Temporal.Instant,
): Promise<void> {
  const decided = await tx
    .selectFrom('activities')
    .select(['person_id', 'performed_on', 'waits'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const stillWaits = decided.waits && !counts && reason === null;
  if (!stillWaits) await setActivityCounts(tx, id, counts, now);
  await tx.updateTable('activities').set({ correction: reason }).where('id', '=', id).execute();
  // Another workout may have waited for this one, or may be the same.
  await matchRecords(tx, decided.person_id, { days: [decided.performed_on] }, now);
}

/** SQL for whether an activity still waits for its owner's answer after an organiser's decision. */
const waitsStill = ({ counts, reason }: Correction) =>
  sql`before.waits and not ${counts}::boolean and ${reason}::text is null`;
