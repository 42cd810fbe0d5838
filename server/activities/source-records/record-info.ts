import type { Source } from '../../../contract/activities.ts';
import { timeOf } from '../../../contract/kilometres.ts';
import type { WorkoutRecord } from '../../../contract/workouts.ts';
import type { Db } from '../../db/db.ts';
import type { Page } from '../../kit/hydra.ts';
import type { Iris } from '../../kit/iris.ts';
import type { Person } from '../../people/person.ts';
import { labelsOfSport, sportCollection } from '../../sports/sport.ts';
import { ownActivity } from './own-record.ts';

export type ShownRecord = Omit<WorkoutRecord, '@context'>;

/** Selects source records with the labels of their sport. */
export const recordInfos = (db: Db) =>
  db
    .selectFrom('source_records')
    .selectAll('source_records')
    .select((eb) => labelsOfSport(db, eb.ref('source_records.sport_id')).as('labels'));

type InfoRow = Awaited<ReturnType<ReturnType<typeof recordInfos>['executeTakeFirstOrThrow']>>;

/** Converts a source record to the form that its owner sees. */
export const toRecordInfo = (iris: Iris, row: InfoRow): ShownRecord => ({
  '@id': iris.of(`/platform/api/workout_records/${row.uuid}`),
  '@type': 'WorkoutRecord',
  uuid: row.uuid,
  source: row.source satisfies Source,
  sport: {
    '@id': iris.of(`${sportCollection}/${row.sport_id}`),
    '@type': 'Sport',
    id: row.sport_id,
    labels: row.labels,
  },
  performedAt: row.performed_on,
  startedAt: row.started_at?.toString() ?? null,
  time: row.elapsed_seconds === null ? null : timeOf(row.elapsed_seconds),
  kilometers: row.metres === null ? null : row.metres / 1000,
  steps: row.steps,
  name: row.name,
  device: row.device,
  counting: row.counting,
});

/**
 * Lists the source records of one of the person's own activities. Throws 404 if the person has no activity with this
 * uuid.
 */
export async function listRecords(
  db: Db,
  iris: Iris,
  person: Person,
  uuid: string,
): Promise<Page<ShownRecord>> {
  const activity = await ownActivity(db, person, uuid);
  const rows = await recordInfos(db)
    .where('activity_id', '=', activity.id)
    .orderBy('counting', 'desc')
    .orderBy('source_records.id')
    .execute();
  return { members: rows.map((row) => toRecordInfo(iris, row)), totalItems: rows.length };
}
