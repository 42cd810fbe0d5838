import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { WorkoutQuestion } from '../../../contract/workouts.ts';
import type { Db } from '../../db/db.ts';
import type { Page } from '../../kit/hydra.ts';
import type { Iris } from '../../kit/iris.ts';
import { notFound } from '../../kit/problem-error.ts';
import type { Person } from '../../people/person.ts';
import { activityCollection } from '../../social/found-activity.ts';
import { withPersonLock } from '../source-records/person-lock.ts';
import { records } from '../source-records/record.ts';
import { recordInfos, toRecordInfo } from '../source-records/record-info.ts';
import { matchRecords } from './matching.ts';
import { saveOwnerAnswer, separate } from './separation.ts';

/** The maximum number of questions shown at once, which is more than anybody answers in one visit. */
const mostQuestions = 50;

/**
 * Lists the person's questions about records that may be the same workout, newest first. `one` is the record
 * that waits: if it may match several workouts, there is a question about each of them.
 */
export async function listQuestions(
  db: Db,
  iris: Iris,
  person: Person,
): Promise<Page<Omit<WorkoutQuestion, '@context'>>> {
  const open = await openPairs(db, person.id);
  const shown = open.slice(0, mostQuestions);
  const ids = shown.flatMap(({ one, other }) => [one, other]);
  const infos = await recordInfos(db)
    .innerJoin('activities', 'activities.id', 'activity_id')
    .select('activities.uuid as activity')
    .where(sql<boolean>`source_records.id = any(${ids}::bigint[])`)
    .execute();
  const infoOf = (id: number) => infos.filter((info) => info.id === id);
  const members = shown.flatMap(({ uuid, one, other }) => {
    const [[a], [b]] = [infoOf(one), infoOf(other)];
    // One of the records was removed between the two queries.
    if (!a || !b) return [];
    return {
      '@id': iris.of(`/platform/api/workout_questions/${uuid}`),
      '@type': 'WorkoutQuestion' as const,
      uuid,
      one: toRecordInfo(iris, a),
      other: toRecordInfo(iris, b),
      activities: [a, b].map(({ activity }) => iris.of(`${activityCollection}/${activity}`)),
    };
  });
  return { members, totalItems: open.length };
}

/** Returns the unanswered pairs of records that belong to different activities. */
async function openPairs(db: Db, personId: number) {
  const pairs = await db
    .selectFrom('record_pairs')
    .innerJoin('source_records as one', 'one.id', 'one_id')
    .innerJoin('source_records as other', 'other.id', 'other_id')
    .innerJoin('activities as first', 'first.id', 'one.activity_id')
    .select(['record_pairs.uuid', 'one_id', 'other_id', 'first.waits'])
    .where('one.person_id', '=', personId)
    .where('is_same', 'is', null)
    .whereRef('one.activity_id', '<>', 'other.activity_id')
    .orderBy('one.performed_on', 'desc')
    .orderBy('record_pairs.id')
    .execute();
  return pairs.map(({ uuid, one_id, other_id, waits }) =>
    waits ? { uuid, one: one_id, other: other_id } : { uuid, one: other_id, other: one_id },
  );
}

/**
 * Stores the person's answer to whether two records are the same workout, and merges or separates the records
 * accordingly. The last answer wins. Throws 404 if the person has no question with this uuid.
 */
export async function answerQuestion(
  db: Db,
  person: Person,
  uuid: string,
  isSame: boolean,
  now: Temporal.Instant,
): Promise<void> {
  await withPersonLock(db, person.id, async (tx) => {
    const pair = await tx
      .selectFrom('record_pairs')
      .innerJoin('source_records', 'source_records.id', 'one_id')
      .select(['one_id', 'other_id'])
      .where('record_pairs.uuid', '=', uuid)
      .where('person_id', '=', person.id)
      .executeTakeFirst();
    if (!pair) throw notFound();
    const both = await records(tx).where('source_records.id', 'in', [pair.one_id, pair.other_id]).execute();
    const [one, other] = both;
    if (!one || !other) return;
    if (isSame) {
      await removeDifferentAnswers(tx, one.activity_id, other.activity_id);
      await markRemainingDifferent(tx, [one.id, other.id]);
    }
    await saveOwnerAnswer(tx, one.id, other.id, isSame);
    // Whether the two records were merged for another reason after the question was shown.
    const isMerged = one.activity_id !== null && one.activity_id === other.activity_id;
    if (!isSame && isMerged) return separate(tx, one.counting ? other : one, now);
    await matchRecords(tx, person.id, { days: both.map(({ performed_on }) => performed_on) }, now);
  });
}

/** Removes earlier answers that records of two activities are different workouts, because the last answer wins. */
async function removeDifferentAnswers(tx: Db, one: number | null, other: number | null): Promise<void> {
  const recordsOfActivity = (id: number | null) =>
    sql`select id from source_records where activity_id = ${id}`;
  await sql`
    delete from record_pairs where is_same = false and (
      (one_id in (${recordsOfActivity(one)}) and other_id in (${recordsOfActivity(other)}))
      or (one_id in (${recordsOfActivity(other)}) and other_id in (${recordsOfActivity(one)})))`.execute(tx);
}

/**
 * Answers the remaining questions about a waiting workout after the owner has matched it to one of the counting
 * workouts. The answer is no, because the counting workouts are different from each other.
 */
async function markRemainingDifferent(tx: Db, found: number[]): Promise<void> {
  await sql`
    update record_pairs set is_same = false
    where is_same is null and exists (
      select from activities
      join source_records as known on known.activity_id = activities.id and known.id = any(${found}::bigint[])
      join source_records as own on own.activity_id = activities.id and own.id in (one_id, other_id)
      where activities.waits)`.execute(tx);
}
