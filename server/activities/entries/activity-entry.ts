import type { Temporal } from 'temporal-polyfill';
import type { Activity, ActivityEntry } from '../../../contract/activities.ts';
import type { Db } from '../../db/db.ts';
import type { AnswerKeeper } from '../../kit/idempotent-call.ts';
import type { Iris } from '../../kit/iris.ts';
import { activitiesLogged } from '../../kit/metrics.ts';
import type { Clock } from '../../kit/platform-day.ts';
import type { Person } from '../../people/person.ts';
import { mustBeTypedIn, mustNotBeCorrected } from '../access.ts';
import { findActivity, shownActivity } from '../activity.ts';
import { activityOfEntry } from '../matching/entry-match.ts';
import { withPersonLock } from '../source-records/person-lock.ts';
import { changeEntry, insertEntry, removeEntry } from '../writes/entry-write.ts';
import type { EntryGroups } from './entry-groups.ts';
import { valuesOf, withDayLimit } from './entry-values.ts';

/**
 * Logs a person's activity and updates every board. If the activity may be the same workout as one that was received,
 * it waits for the person's answer. Throws 422 for a future date, for a sport that cannot be chosen, or if the day
 * would exceed 24 hours.
 */
export async function createActivity(
  db: Db,
  groups: EntryGroups,
  iris: Iris,
  person: Person,
  entry: ActivityEntry,
  clock: Clock,
  keeper?: AnswerKeeper,
): Promise<Omit<Activity, '@context'>> {
  const values = valuesOf(iris, entry, clock.today);
  const written =
    (await groups.write({ person, values, iris, now: clock.now, keeper })) ??
    (await withDayLimit(db, person.id, values, 0, () =>
      withPersonLock(db, person.id, async (tx) => {
        const uuid = await insertEntry(tx, { personId: person.id, values }, clock.now);
        return shownActivity(tx, iris, uuid, person);
      }),
    ));
  activitiesLogged.inc({ source: 'manual' });
  return written;
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
      await changeEntry(tx, before.id, values, clock.now);
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
