import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Activity, ActivityEntry } from '../../../contract/activities.ts';
import type { Db } from '../../db/db.ts';
import type { Iris } from '../../kit/iris.ts';
import type { Clock } from '../../kit/platform-day.ts';
import { notFound } from '../../kit/problem-error.ts';
import { withOutliers } from '../../moderation/outlier.ts';
import type { Person } from '../../people/person.ts';
import { withStandings } from '../../rankings/standings.ts';
import { countedMetres } from '../../sports/counted-metres.ts';
import { mustBeTypedIn, mustNotBeCorrected } from '../access.ts';
import { findActivity, shownActivity } from '../activity.ts';
import { recomputeCaps } from '../counting/daily-caps.ts';
import { activityOfEntry, matchEntry } from '../matching/entry-match.ts';
import { matchRecords } from '../matching/matching.ts';
import { withPersonLock } from '../source-records/person-lock.ts';
import { changeOf, isCapped } from './activity-change.ts';
import { entryColumns, entryRow, valuesOf, whySportIsRefused, withDayLimit } from './entry-values.ts';

/**
 * Logs a person's activity and updates every board. If the activity may be the same workout as one that was received,
 * it waits for the person's answer. Throws 422 for a future date, for a sport that cannot be chosen, or if the day would
 * exceed 24 hours.
 */
export async function createActivity(
  db: Db,
  iris: Iris,
  person: Person,
  entry: ActivityEntry,
  clock: Clock,
): Promise<Omit<Activity, '@context'>> {
  const values = valuesOf(iris, entry, clock.today);
  return withDayLimit(db, person.id, values, 0, () =>
    withPersonLock(db, person.id, async (tx) => {
      const { rows } = await sql<{ id: number; uuid: string; is_capped: boolean }>`
        with given as (${entryRow(values)}),
        entry as (
          insert into activities (person_id, created_at, ${entryColumns}, counted_metres)
          select ${person.id}, ${clock.now.toString()}::timestamptz, given.*, ${countedMetres(sql`given`)}
          from given join sports on sports.id = given.sport_id and sports.approved
          returning *
        ),
        change as (${changeOf(sql`entry`, 1)}),
        ${withStandings(clock.now)},
        ${withOutliers(clock.now)}
        select id, uuid, ${isCapped} as is_capped from entry`.execute(tx);
      const written = rows[0];
      if (!written) throw await whySportIsRefused(tx, values.sport_id);
      const days = [values.performed_on];
      if (written.is_capped) await recomputeCaps(tx, person.id, days, clock.now);
      await matchEntry(tx, person.id, written.id, days, clock.now);
      return shownActivity(tx, iris, written.uuid, person);
    }),
  );
}

/**
 * Changes one of the person's own activities and updates every affected board. The activity may keep its sport even if
 * the sport is no longer approved. Throws 422 like `createActivity`, 404 if the activity does not exist, and 403 if it
 * belongs to somebody else, was received or was corrected.
 */
export async function replaceActivity(
  db: Db,
  iris: Iris,
  person: Person,
  uuid: string,
  entry: ActivityEntry,
  clock: Clock,
): Promise<Omit<Activity, '@context'>> {
  const seen = await findActivity(db, uuid, person);
  mustBeTypedIn(person, seen);
  mustNotBeCorrected(seen);
  const values = valuesOf(iris, entry, clock.today);
  const freed = seen.counts && seen.performed_on === values.performed_on ? (seen.seconds ?? 0) : 0;
  return withDayLimit(db, person.id, values, freed, () =>
    withPersonLock(db, person.id, async (tx) => {
      // The activity may have been removed, corrected or replaced by a service's record in the meantime.
      const before = await findActivity(tx, uuid, person);
      mustBeTypedIn(person, before);
      mustNotBeCorrected(before);
      const { rows } = await sql<{ id: number }>`
        with given as (${entryRow(values)}),
        before as (select * from activities where id = ${before.id} for update),
        entry as (
          update activities set (${entryColumns}, counted_metres) = row(given.*,
            case when before.counts then ${countedMetres(sql`given`, sql`before.steps_elsewhere`)} else 0 end)
          from given, before, sports
          where activities.id = before.id and sports.id = given.sport_id
            and (sports.approved or sports.id = before.sport_id)
          returning activities.*
        ),
        change as (
          ${changeOf(sql`before where exists (select from entry)`, -1)} union all ${changeOf(sql`entry`, 1)}
        ),
        ${withStandings(clock.now)},
        ${withOutliers(clock.now)}
        select id from entry`.execute(tx);
      if (!rows[0]) throw await whySportIsRefused(tx, values.sport_id);
      const days = [before.performed_on, values.performed_on];
      await recomputeCaps(tx, person.id, days, clock.now);
      await matchEntry(tx, person.id, before.id, days, clock.now);
      return shownActivity(tx, iris, await activityOfEntry(tx, person.id, uuid), person);
    }),
  );
}

/**
 * Removes one of the person's own activities and updates every board. Throws 404 if the activity does not exist, and
 * 403 if the person did not type it in.
 */
export async function removeActivity(
  db: Db,
  person: Person,
  uuid: string,
  now: Temporal.Instant,
): Promise<void> {
  await withPersonLock(db, person.id, async (tx) => {
    mustBeTypedIn(person, await findActivity(tx, uuid, person));
    await removeEntry(tx, person.id, uuid, now);
  });
}

/**
 * Removes a manual activity and updates every board. Other sources' records of the workout then count as an activity of
 * their own. The caller must have locked the person's records. Throws 404 if the activity does not exist.
 */
export async function removeEntry(
  tx: Db,
  personId: number,
  uuid: string,
  now: Temporal.Instant,
): Promise<void> {
  const group = await tx
    .selectFrom('source_records')
    .innerJoin('activities', 'activities.id', 'activity_id')
    .select(['source_records.id', 'source_records.source', 'source_records.performed_on'])
    .where('activities.uuid', '=', uuid)
    .where('activities.source', '=', 'manual')
    .execute();
  const typed = group.filter(({ source }) => source === 'manual').map(({ id }) => id);
  if (typed.length > 0)
    await tx.deleteFrom('source_records').where(sql<boolean>`id = any(${typed}::bigint[])`).execute();
  const { rows } = await sql<{ performed_on: string }>`
    with entry as (delete from activities where uuid = ${uuid} and source = 'manual' returning *),
    change as (${changeOf(sql`entry`, -1)}),
    ${withStandings(now)}
    select performed_on from entry`.execute(tx);
  if (!rows[0]) throw notFound();
  const days = [...rows, ...group].map(({ performed_on }) => performed_on);
  await recomputeCaps(tx, personId, days, now);
  if (group.length > 0) await matchRecords(tx, personId, { days }, now);
}
