import { sql } from 'kysely';
import type * as z from 'zod/mini';
import { lookUp } from '../../../contract/managed/activities.ts';
import type { Db } from '../../db/db.ts';
import type { Visit } from '../../kit/client-info.ts';
import type { Iris } from '../../kit/iris.ts';
import { violation } from '../../kit/problem-error.ts';
import { logChange } from '../../management/change-log.ts';
import type { Author } from '../../management/managed-resource.ts';
import { logSecurityEvent } from '../../management/security-log/security-log.ts';
import { areActivitiesByReason } from '../../platform/settings/config.ts';
import { activitiesForOrganisers, type ManagedActivities, managedActivities } from './managed-activities.ts';

/**
 * How many minutes an organiser can see the activities after giving a reason: long enough to correct a day's
 * activities.
 */
const minutesOpen = 60;

/** An organiser's request to see a person's activities of one day, with the reason. */
type LookUp = z.output<typeof lookUp.body>;

/**
 * Opens a person's activities of one day to an organiser for an hour. Stores the reason in the change log and
 * for the person's data export; the security log records that the activities were opened. Throws 422 for an
 * unknown person.
 */
export async function lookUpActivities(
  db: Db,
  iris: Iris,
  { personId, day, reason }: LookUp,
  author: Author,
  visit: Visit,
) {
  const { now } = author;
  const until = now.add({ minutes: minutesOpen }).round('second').toString();
  const id = await db.transaction().execute(async (tx) => {
    const person = await tx
      .selectFrom('people')
      .select('id')
      .where('id', '=', personId)
      .forKeyShare()
      .executeTakeFirst();
    if (!person) throw violation('personId', 'person.unknown');
    const opened = await tx
      .insertInto('activity_look_ups')
      .values({
        ...{ organiser_id: author.id, person_id: personId, day, reason },
        ...{ at: now.toString(), open_until: until },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await logChange(tx, {
      ...{ actor: author.id, now, resource: 'activities', resourceId: opened.id, subject: personId },
      ...{ action: 'look-up', reason, after: { performedAt: day } },
    });
    await logSecurityEvent(tx, { kind: 'activities-opened', personId, actorId: author.id }, visit, now);
    return opened.id;
  });
  const at = iris.of(`${lookUp.path}/${id}`);
  return { '@id': at, '@type': 'ActivityLookUp' as const, personId, day, until };
}

/**
 * Describes the activities that an organiser may see. If the settings require a reason, these are the activities with
 * an open case and those of the days that this organiser has opened within the last hour.
 */
export const activitiesShownTo = (iris: Iris, { id, now }: Author): ManagedActivities => ({
  ...managedActivities(iris),
  rows: (db) => activitiesForOrganisers(db, iris).where(isShownTo({ id, now })),
});

/** Returns an SQL condition that is true if an organiser may see an activity. */
export const isShownTo = ({ id, now }: Author) => sql<boolean>`(
  not ${areActivitiesByReason}
  or exists (select from cases where cases.activity_id = activities.id and is_open)
  or exists (
    select from activity_look_ups
    where organiser_id = ${id} and activity_look_ups.person_id = activities.person_id
      and day = performed_on and open_until > ${now.toString()}
  )
)`;
