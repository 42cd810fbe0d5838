import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Db } from '../../db/db.ts';
import { moveComments } from '../../social/comments/comment-move.ts';
import { moveLikes } from '../../social/likes/like-move.ts';
import { recomputeActivity, recomputeSteps } from '../counting/counting-record.ts';
import {
  comparable,
  comparableEntry,
  daysAround,
  entries,
  type RecordRow,
  recordOfEntry,
  records,
} from '../source-records/record.ts';
import { type Similarity, similarityOf } from './similarity.ts';

/**
 * Assigns a record to the activity of the same workout, or to a new activity. Stores each possible match as a question
 * for the owner. The caller must have locked the person's records.
 */
export async function matchRecord(tx: Db, recordId: number, now: Temporal.Instant): Promise<void> {
  const record = await records(tx).where('source_records.id', '=', recordId).executeTakeFirstOrThrow();
  if (record.source !== 'manual') await recordLikeEntries(tx, record);
  const judged = await judge(tx, record);
  const ofActivity = judged.filter(({ other }) => other.activity_id === record.activity_id);
  const isInGroup = record.activity_id !== null && ofActivity.length > 0;
  if (isInGroup && ofActivity.some(({ verdict }) => verdict === 'same'))
    return recomputeActivity(tx, record.person_id, record.activity_id, [], now);
  if (isInGroup) {
    await tx
      .updateTable('source_records')
      .set({ activity_id: null, counting: false, chosen: false })
      .where('id', '=', record.id)
      .execute();
    await recomputeAfterRemoval(tx, record.person_id, record.activity_id as number, now);
  }
  const own = isInGroup ? null : record.activity_id;
  const joined = closestActivity(record, judged);
  if (joined === undefined) return recomputeActivity(tx, record.person_id, own, [record.id], now);
  if (own !== null) return mergeActivities(tx, record.person_id, own, joined, now);
  await tx
    .updateTable('source_records')
    .set({ activity_id: joined, counting: false })
    .where('id', '=', record.id)
    .execute();
  await recomputeActivity(tx, record.person_id, joined, [], now);
}

/**
 * Merges two activities of a person, including likes and comments. Keeps the activity that an organiser corrected,
 * otherwise the activity that counts, otherwise the older activity. The caller must have locked the person's records.
 */
export async function mergeActivities(
  tx: Db,
  personId: number,
  one: number,
  other: number,
  now: Temporal.Instant,
): Promise<void> {
  const [stays, goes] = await tx
    .selectFrom('activities')
    .select(['id', 'counts'])
    .where('id', 'in', [one, other])
    .orderBy(sql`correction is null`)
    .orderBy('counts', 'desc')
    .orderBy('id')
    .execute();
  if (!stays || !goes) return;
  await tx
    .updateTable('source_records')
    .set({ activity_id: stays.id, counting: false })
    .where('activity_id', '=', goes.id)
    .execute();
  await moveLikes(tx, goes.id, stays.id);
  await moveComments(tx, goes.id, stays.id);
  await recomputeActivity(tx, personId, goes.id, [], now);
  await recomputeActivity(tx, personId, stays.id, [], now);
}

/**
 * Updates an activity from its remaining records. If two of them are from the same source, they were pieces of a
 * workout whose complete record is gone, so each becomes a separate workout again.
 */
export async function recomputeAfterRemoval(
  tx: Db,
  personId: number,
  activityId: number,
  now: Temporal.Instant,
): Promise<void> {
  const left = await records(tx).where('source_records.activity_id', '=', activityId).execute();
  const pieces = left.filter(({ id, source }) =>
    left.some((other) => other.id !== id && other.source === source),
  );
  for (const { id } of pieces) await matchRecord(tx, id, now);
  await recomputeActivity(tx, personId, activityId, [], now);
  const days = pieces.map(({ performed_on }) => performed_on);
  if (days.length > 0) await recomputeSteps(tx, personId, days, now);
}

interface Judged {
  other: RecordRow;
  verdict: Similarity;
}

/**
 * Compares a record with the person's other records of the same and adjacent days. Stores a question for each possible
 * match.
 */
async function judge(tx: Db, record: RecordRow): Promise<Judged[]> {
  const others = await records(tx)
    .where('source_records.person_id', '=', record.person_id)
    .where('source_records.id', '<>', record.id)
    .where('source_records.activity_id', 'is not', null)
    .where('source_records.performed_on', 'in', daysAround(record.performed_on))
    .execute();
  const answers = await answersAbout(tx, record.id);
  const judged = others.map((other) => {
    const answer = answers.get(other.id);
    const verdict: Similarity =
      answer === undefined
        ? similarityOf(comparable(record), comparable(other))
        : answer
          ? 'same'
          : 'different';
    return { other, verdict };
  });
  for (const { other, verdict } of judged) if (verdict === 'possible') await ask(tx, record.id, other.id);
  return judged;
}

/**
 * Returns the owner's answers about a record, as a map from the ids of other records to whether they are the same
 * workout.
 */
async function answersAbout(tx: Db, id: number): Promise<Map<number, boolean>> {
  const pairs = await tx
    .selectFrom('record_pairs')
    .select(['one_id', 'other_id', 'is_same'])
    .where((eb) => eb.or([eb('one_id', '=', id), eb('other_id', '=', id)]))
    .execute();
  return new Map(
    pairs.flatMap(({ one_id, other_id, is_same }) =>
      is_same === null ? [] : [[one_id === id ? other_id : one_id, is_same] as const],
    ),
  );
}

async function ask(tx: Db, id: number, otherId: number): Promise<void> {
  await tx
    .insertInto('record_pairs')
    .values({ one_id: Math.min(id, otherId), other_id: Math.max(id, otherId), is_same: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Returns the activity of the best match for a record. Ignores activities that already have a record from the same
 * source, and activities that are a different workout according to the owner.
 */
function closestActivity(record: RecordRow, judged: Judged[]): number | undefined {
  const taken = new Set(
    judged
      .filter(
        ({ other, verdict }) =>
          (other.source === record.source && verdict !== 'same') || isRefused(verdict, record, other),
      )
      .map(({ other }) => other.activity_id),
  );
  const distance = ({ started_at }: RecordRow) =>
    started_at && record.started_at
      ? Math.abs(started_at.since(record.started_at).total('seconds'))
      : Number.MAX_SAFE_INTEGER;
  return judged
    .filter(({ verdict, other }) => verdict === 'same' && !taken.has(other.activity_id))
    .map(({ other }) => other)
    .sort((one, other) => distance(one) - distance(other) || one.id - other.id)[0]?.activity_id as
    | number
    | undefined;
}

/** Returns whether the owner said that two similar records are different workouts. */
const isRefused = (verdict: Similarity, record: RecordRow, other: RecordRow) =>
  verdict === 'different' && similarityOf(comparable(record), comparable(other)) === 'same';

/** Creates records for the person's manual entries that may be the same workout as this record. */
async function recordLikeEntries(tx: Db, record: RecordRow): Promise<void> {
  const typed = await entries(tx)
    .where('person_id', '=', record.person_id)
    .where('performed_on', '=', record.performed_on)
    .execute();
  for (const entry of typed)
    if (similarityOf(comparable(record), comparableEntry(entry)) !== 'different')
      await recordOfEntry(tx, entry.id);
}
