import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { WorkoutQuestion } from '../../../contract/workouts.ts';
import type { Db } from '../../db/db.ts';
import type { Page } from '../../kit/hydra.ts';
import type { Iris } from '../../kit/iris.ts';
import { notFound } from '../../kit/problem-error.ts';
import type { Person } from '../../people/person.ts';
import { activityCollection } from '../../social/found-activity.ts';
import { recomputeSteps } from '../counting/counting-record.ts';
import { withPersonLock } from '../source-records/person-lock.ts';
import { comparable, records } from '../source-records/record.ts';
import { recordInfos, toRecordInfo } from '../source-records/record-info.ts';
import { mergeActivities } from './matching.ts';
import { saveOwnerAnswer, separate } from './separation.ts';
import { similarityOf } from './similarity.ts';

/** The maximum number of questions shown at once, which is more than anybody answers in one visit. */
const mostQuestions = 50;

/** Lists the person's questions about records that may be the same workout, newest first. */
export async function listQuestions(
  db: Db,
  iris: Iris,
  person: Person,
): Promise<Page<Omit<WorkoutQuestion, '@context'>>> {
  const open = await openPairs(db, person.id);
  const shown = open.slice(0, mostQuestions);
  const ids = shown.flatMap(({ one, other }) => [one.id, other.id]);
  const infos = await recordInfos(db)
    .innerJoin('activities', 'activities.id', 'activity_id')
    .select('activities.uuid as activity')
    .where(sql<boolean>`source_records.id = any(${ids}::bigint[])`)
    .execute();
  const infoOf = (id: number) => infos.filter((info) => info.id === id);
  const members = shown.flatMap(({ uuid, one, other }) => {
    const [[a], [b]] = [infoOf(one.id), infoOf(other.id)];
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

/** Returns the unanswered pairs of records that still belong to different activities and are still similar. */
async function openPairs(db: Db, personId: number) {
  const pairs = await db
    .selectFrom('record_pairs')
    .innerJoin('source_records', 'source_records.id', 'one_id')
    .select(['record_pairs.uuid', 'one_id', 'other_id'])
    .where('person_id', '=', personId)
    .where('is_same', 'is', null)
    .orderBy('performed_on', 'desc')
    .orderBy('record_pairs.id')
    .execute();
  const ids = pairs.flatMap(({ one_id, other_id }) => [one_id, other_id]);
  const rows = await records(db)
    .where(sql<boolean>`source_records.id = any(${ids}::bigint[])`)
    .where('source_records.activity_id', 'is not', null)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return pairs.flatMap(({ uuid, one_id, other_id }) => {
    const [one, other] = [byId.get(one_id), byId.get(other_id)];
    if (!one || !other || one.activity_id === other.activity_id) return [];
    return similarityOf(comparable(one), comparable(other)) === 'different' ? [] : { uuid, one, other };
  });
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
    await saveOwnerAnswer(tx, pair.one_id, pair.other_id, isSame);
    const both = await records(tx).where('source_records.id', 'in', [pair.one_id, pair.other_id]).execute();
    const [one, other] = both.map((record) => record.activity_id);
    if (!one || !other || isSame === (one === other)) return;
    const days = await tx
      .selectFrom('source_records')
      .select('performed_on')
      .where('activity_id', 'in', [one, other])
      .execute();
    if (isSame) await mergeActivities(tx, person.id, one, other, now);
    // The two records were merged for another reason after the question was shown.
    else await separate(tx, both.find(({ counting }) => !counting) ?? (both[0] as (typeof both)[0]), now);
    await recomputeSteps(
      tx,
      person.id,
      days.map(({ performed_on }) => performed_on),
      now,
    );
  });
}
