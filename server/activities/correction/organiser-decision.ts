import type { Temporal } from 'temporal-polyfill';
import type { Db } from '../../db/db.ts';
import { matchRecords } from '../matching/matching.ts';
import { type Correction, setCorrectionReason } from '../writes/entry-write.ts';
import { setActivityCounts } from '../writes/received-activity.ts';

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
  await setCorrectionReason(tx, id, reason);
  // Match again: other workouts may have waited for this one, or may be the same workout as this one.
  await matchRecords(tx, decided.person_id, { days: [decided.performed_on] }, now);
}
