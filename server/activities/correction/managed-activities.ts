import { type RawBuilder, sql } from 'kysely';
import type { ActivityState } from '../../../contract/activity-state.ts';
import type { ManagedQuery } from '../../../contract/kit/managed-resource.ts';
import * as activities from '../../../contract/managed/activities.ts';
import type { Db } from '../../db/db.ts';
import type { Iris } from '../../kit/iris.ts';
import { listManaged, type Managed } from '../../management/managed-resource.ts';
import { valuesForOrganisers } from '../../moderation/values-for-organisers.ts';
import { labelsOfSport, sportCollection } from '../../sports/sport.ts';
import { lockRecords } from '../source-records/person-lock.ts';

/** An activity as organisers see it in the management API. */
export type ActivityRow = Omit<activities.ManagedActivity, '@context' | '@id' | '@type' | 'version'>;
type Fields = Pick<
  ActivityRow,
  'performedAt' | 'sport' | 'amountType' | 'time' | 'kilometers' | 'steps' | 'info' | 'counts'
>;
export type ManagedActivities = Managed<Fields, ActivityRow>;

/** Describes everybody's activities for the management API, which never shows positions or devices. */
export const managedActivities = (iris: Iris): ManagedActivities => ({
  contract: activities,
  // Incoming workouts lock a person's records before the activities, so keep the same order here.
  table: async (tx, id) => {
    const activity = await tx
      .selectFrom('activities')
      .select('person_id')
      .where('id', '=', id)
      .executeTakeFirst();
    if (activity) await lockRecords(tx, activity.person_id);
    await tx.selectFrom('activities').select('id').where('id', '=', id).forUpdate().execute();
  },
  rows: (db) => activitiesForOrganisers(db, iris),
  searched: ['person', 'sportName', 'info'],
  subjectOf: ({ personId }) => personId,
});

/** Selects everybody's activities as organisers see them. */
export function activitiesForOrganisers(db: Db, iris: Iris) {
  const values = valuesForOrganisers(db);
  return db
    .selectFrom('activities')
    .innerJoin('people', 'people.id', 'activities.person_id')
    .innerJoin('sports', 'sports.id', 'activities.sport_id')
    .select(['activities.id', 'activities.uuid', 'person_id as personId', 'performed_on as performedAt'])
    .select(['counts', 'correction'])
    .select([values.amountType.as('amountType'), values.time.as('time'), values.kilometers.as('kilometers')])
    .select([values.steps.as('steps'), values.info.as('info'), values.source.as('source')])
    .select((eb) => [
      sql<string>`given_name || ' ' || surname`.as('person'),
      sql<string>`${`${iris.of(sportCollection)}/`}::text || sport_id`.as('sport'),
      'sports.name as sportName',
      labelsOfSport(db, eb.ref('activities.sport_id')).as('sportLabels'),
      sql<number>`counted_metres / 1000.0`.as('challengeKms'),
    ]);
}

/**
 * Lists the activities that match a query and a condition. `from` and `to` are the first and the last day, inclusive.
 */
export function listManagedActivities(
  db: Db,
  iris: Iris,
  isShown: RawBuilder<boolean>,
  { from, to, ...query }: ManagedQuery,
) {
  const rows = (tx: Db) => {
    const all = activitiesForOrganisers(tx, iris).where(isShown);
    const since = from === undefined ? all : all.where('performed_on', '>=', String(from));
    return to === undefined ? since : since.where('performed_on', '<=', String(to));
  };
  return listManaged(db, iris, { ...managedActivities(iris), rows }, query as ManagedQuery);
}

/** Returns the values of an activity that are shown to its owner after an organiser changes it. */
export const stateOf = (iris: Iris, row: ActivityRow): ActivityState => ({
  performedAt: row.performedAt,
  sportId: iris.numberIn(sportCollection, row.sport),
  sportLabels: row.sportLabels.length > 0 ? row.sportLabels : [{ language: 'en', label: row.sportName }],
  amountType: row.amountType,
  time: row.time,
  kilometers: row.kilometers,
  steps: row.steps,
  challengeKms: row.challengeKms,
  counts: row.counts,
});
