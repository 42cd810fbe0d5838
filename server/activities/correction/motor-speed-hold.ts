import type { Temporal } from 'temporal-polyfill';
import { motorSpeed } from '../../../contract/activities.ts';
import { sportRecords } from '../../../contract/sport-records.ts';
import type { Sport } from '../../../contract/sports.ts';
import type { Db } from '../../db/db.ts';
import { detailsOf, storedMoment } from '../../db/workout-details.ts';
import { isDecided, openSpeedCase } from '../../moderation/speed-case.ts';
import { recordKey } from '../source-records/record.ts';
import { setCountsByOrganiser } from './organiser-decision.ts';

/**
 * Excludes the activity of an imported recording from the score because it is as fast as a motor vehicle, and
 * opens a case. Does nothing if organisers have already decided about the activity. `measured` is the speed
 * of the recording, and `limit` the speed that it exceeds, in metres per hour.
 */
export async function holdForSpeed(
  tx: Db,
  personId: number,
  externalId: string,
  { type, measured, limit }: { type: Sport['type']; measured: number; limit: number },
  now: Temporal.Instant,
): Promise<void> {
  const key = recordKey(tx, personId, 'file', externalId);
  const activity = await tx
    .selectFrom('source_records')
    .innerJoin('activities', 'activities.id', 'source_records.activity_id')
    .select(['activities.id', 'correction'])
    .where('source_records.person_id', '=', personId)
    .where('source_records.source', '=', key.source)
    .where('external_id', '=', key.external_id)
    .executeTakeFirst();
  if (!activity || activity.correction !== null || (await isDecided(tx, activity.id))) return;
  await setCountsByOrganiser(tx, activity.id, { counts: false, reason: motorSpeed }, now);
  const bound = sportRecords[type]?.speed ?? limit;
  // In employer-blind mode, the case does not show the speed, because organisers could calculate the time from it.
  const shown = { measured: detailsOf(tx) ? bound : measured, bound };
  await openSpeedCase(tx, { id: activity.id, personId }, shown, storedMoment(tx, now));
}
