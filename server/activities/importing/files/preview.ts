import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Source } from '../../../../contract/activities.ts';
import type { Language } from '../../../../contract/kit/fields.ts';
import type { Sport } from '../../../../contract/sports.ts';
import type { Db } from '../../../db/db.ts';
import { countedMetres } from '../../../sports/kilometres.ts';
import { labelsOfSport } from '../../../sports/sport.ts';
import { valuesOf } from '../../counting/counting-record.ts';
import { isOneRecording, similarityOf } from '../../matching/similarity.ts';
import {
  comparable,
  daysAround,
  type RecordRow,
  records,
  reportedWorkout,
} from '../../source-records/record.ts';
import type { Workout } from '../../source-records/workout.ts';

/** The result of previewing a workout. */
export interface WorkoutPreview {
  performedOn: string;
  sportId: number;
  sportType: Sport['type'];
  labels: { language: Language; label: string }[];
  /**
   * The metres that would count for this workout, ignoring other sources and daily caps; 0 if the workout has
   * no amount.
   */
  countedMetres: number;
  /** Whether this workout has already been saved, from this file or from another file of the same recording. */
  isKnown: boolean;
  /** Other sources that reported the same workout, or possibly the same one; it counts only once. */
  sameAs: Source[];
}

/** Returns what saving a workout would do. Rolls back everything that the preview writes. */
export async function previewOf(
  tx: Db,
  personId: number,
  source: Source,
  workout: Workout,
  now: Temporal.Instant,
): Promise<WorkoutPreview> {
  // Previewing an unknown sport name writes a row, which is removed by rolling back to the savepoint.
  await sql`savepoint preview`.execute(tx);
  try {
    return await preview(tx, personId, source, workout, now);
  } finally {
    await sql`rollback to savepoint preview`.execute(tx);
    await sql`release savepoint preview`.execute(tx);
  }
}

async function preview(
  tx: Db,
  personId: number,
  source: Source,
  workout: Workout,
  now: Temporal.Instant,
): Promise<WorkoutPreview> {
  const reported = await reportedWorkout(tx, personId, source, workout, now);
  const sport = await tx
    .selectFrom('sports')
    .select(['type', 'has_distance'])
    .select((eb) => labelsOfSport(tx, eb.ref('sports.id')).as('labels'))
    .where('id', '=', reported.sport_id)
    .executeTakeFirstOrThrow();
  const others = await records(tx)
    .where('source_records.person_id', '=', personId)
    .where('performed_on', 'in', daysAround(reported.performed_on))
    .execute();
  const record: RecordRow = {
    ...reported,
    id: 0,
    uuid: '',
    person_id: personId,
    activity_id: null,
    counting: false,
    chosen: false,
    details: null,
    type: sport.type,
    has_distance: sport.has_distance,
  };
  const isSame = (other: RecordRow) => similarityOf(comparable(record), comparable(other)) !== 'different';
  return {
    performedOn: reported.performed_on,
    sportId: reported.sport_id,
    sportType: sport.type,
    labels: sport.labels,
    countedMetres: await metresOf(tx, record),
    isKnown: others.some(
      (other) =>
        other.source === source &&
        (other.external_id === reported.external_id ||
          (source === 'file' && isOneRecording(comparable(record), comparable(other)))),
    ),
    sameAs: [...new Set(others.filter(isSame).map((other) => other.source))],
  };
}

async function metresOf(tx: Db, record: RecordRow): Promise<number> {
  const values = valuesOf(record, true);
  if (!values) return 0;
  const { rows } = await sql<{ metres: number }>`
    with given as (
      select ${values.amount_type}::text as amount_type, ${values.seconds}::int as seconds,
        ${values.metres}::int as metres, ${values.steps}::int as steps
    )
    select ${countedMetres(sql`given`)} as metres from given join sports on sports.id = ${values.sport_id}`.execute(
    tx,
  );
  return rows[0]?.metres ?? 0;
}
