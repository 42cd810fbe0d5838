import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Db } from '../../db/db.ts';
import { moveComments } from '../../social/comments/comment-move.ts';
import { moveLikes } from '../../social/likes/like-move.ts';
import { countingOf, recomputeActivity, recomputeSteps, valuesOf } from '../counting/counting-record.ts';
import { daysAround, type RecordRow, records } from '../source-records/record.ts';
import { recordLikeEntries } from './entry-records.ts';
import { type Answers, type Doubt, doubtsOf, groupRecords, linksOf, pairKey } from './grouping.ts';
import { rememberedAnswers } from './remembered-answers.ts';

/** What changed in a person's records. */
export interface Changed {
  /** The days of the records, before and after the change. */
  days: Iterable<string>;
  /** The ids of the new and changed records. */
  records?: ReadonlySet<number>;
  /** The ids of the activities that the removed records belonged to. */
  activities?: Iterable<number>;
}

/**
 * Divides a person's records around the changed days into workouts, gives each workout one activity, and
 * updates every board. A workout that may be the same as another waits without counting, and its owner is
 * asked. The result depends only on the records and when they arrived, on the owner's answers and choices,
 * and on organisers' corrections. The caller must have locked the person's records.
 */
export async function matchRecords(
  tx: Db,
  personId: number,
  changed: Changed,
  now: Temporal.Instant,
): Promise<void> {
  const days = [...new Set(changed.days)];
  await recordLikeEntries(tx, personId, days);
  const { related, links, answers } = await relatedRecords(tx, personId, days);
  const activities = await activitiesOf(tx, related, changed.activities ?? []);
  const workouts = groupRecords(related, links, answers).map((group) => ({
    group,
    activity: activityFor(group, related, activities),
  }));
  const competing = workouts
    .filter(({ group, activity }) => hasAmount(group) && !(activity && isExcludedByOwner(activity)))
    .sort(byPrecedence)
    .map(({ group }) => group);
  const doubts = doubtsOf(competing, links, answers);
  const touched = new Set(days);
  for (const { group, activity } of workouts) {
    const waits = doubts.has(group) && activity?.correction == null;
    const isMoved = await moveRecords(tx, group, activity?.id ?? null, related);
    const isUnchanged =
      activity && !isMoved && activity.waits === waits && countingOf(group)?.counting === true;
    if (isUnchanged && !group.some(({ id }) => changed.records?.has(id))) continue;
    const ids = group.map(({ id }) => id);
    await recomputeActivity(tx, personId, activity?.id ?? null, ids, now, waits);
    for (const { performed_on } of group) touched.add(performed_on);
  }
  await removeEmptied(tx, personId, workouts, activities, now);
  await askAbout(tx, related, [...doubts.values()].flat());
  await recomputeSteps(tx, personId, [...touched], now);
}

/**
 * Loads the person's records of the given days, and all records on other days that may belong to the same
 * workouts.
 */
async function relatedRecords(tx: Db, personId: number, days: string[]) {
  const wanted = new Set(days);
  for (;;) {
    const around = [...new Set([...wanted].flatMap(daysAround))];
    const loaded = await records(tx)
      .where('source_records.person_id', '=', personId)
      .where(
        sql<boolean>`(source_records.performed_on = any(${around}::date[]) or source_records.activity_id in (
          select activity_id from source_records as other
          where other.person_id = ${personId} and other.performed_on = any(${around}::date[])
        ))`,
      )
      .execute();
    const answers = await answersAbout(tx, personId, loaded);
    const links = linksOf(loaded, answers);
    const related = connectedTo(wanted, loaded, links);
    const farther = related.filter(({ performed_on }) => !wanted.has(performed_on));
    if (farther.length === 0) return { related, links, answers };
    for (const { performed_on } of farther) wanted.add(performed_on);
  }
}

/** Returns the records of some days, and all records connected to them by links or by a common activity. */
function connectedTo(
  days: ReadonlySet<string>,
  loaded: RecordRow[],
  links: ReturnType<typeof linksOf>,
): RecordRow[] {
  const neighbours = new Map<number | string, Set<number | string>>();
  const connect = (one: number | string, other: number | string) => {
    for (const [from, to] of [
      [one, other],
      [other, one],
    ] as const)
      neighbours.set(from, (neighbours.get(from) ?? new Set()).add(to));
  };
  for (const { one, other } of links) connect(one.id, other.id);
  for (const { id, activity_id } of loaded) if (activity_id !== null) connect(id, `activity ${activity_id}`);
  const reached = new Set<number | string>();
  const open: (number | string)[] = loaded
    .filter(({ performed_on }) => days.has(performed_on))
    .map(({ id }) => id);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (reached.has(next)) continue;
    reached.add(next);
    open.push(...(neighbours.get(next) ?? []));
  }
  return loaded.filter(({ id }) => reached.has(id));
}

/**
 * Returns the owner's answers about some records, including answers from before a record was removed and
 * received again.
 */
async function answersAbout(tx: Db, personId: number, loaded: RecordRow[]): Promise<Answers> {
  const ids = loaded.map(({ id }) => id);
  const remembered = await rememberedAnswers(tx, personId, ids);
  const pairs = await tx
    .selectFrom('record_pairs')
    .select(['one_id', 'other_id', 'is_same'])
    .where('is_same', 'is not', null)
    .where(sql<boolean>`(one_id = any(${ids}::bigint[]) or other_id = any(${ids}::bigint[]))`)
    .execute();
  return new Map([
    ...remembered.map(({ oneId, otherId, isSame }) => [pairKey(oneId, otherId), isSame] as const),
    ...pairs.map(({ one_id, other_id, is_same }) => [pairKey(one_id, other_id), is_same === true] as const),
  ]);
}

type ActivityState = Awaited<ReturnType<typeof activitiesOf>>[number];

const activitiesOf = (tx: Db, related: RecordRow[], others: Iterable<number>) =>
  tx
    .selectFrom('activities')
    .select(['id', 'counts', 'waits', 'correction', 'performed_on'])
    .where(sql<boolean>`id = any(${[...related.map(({ activity_id }) => activity_id), ...others]}::bigint[])`)
    .orderBy(sql`correction is null`)
    .orderBy('counts', 'desc')
    .orderBy('id')
    .execute();

/**
 * Returns the activity that a workout keeps: of the activities whose counting record belongs to the workout, the one
 * that an organiser corrected, otherwise one that counts, otherwise the oldest.
 */
const activityFor = (
  group: RecordRow[],
  related: RecordRow[],
  activities: ActivityState[],
): ActivityState | undefined =>
  activities.find(({ id }) => group.includes(ownerOf(id, related) as RecordRow));

/** Returns the record that decides which workout keeps an activity: its counting record, otherwise the oldest one. */
function ownerOf(activityId: number, related: RecordRow[]): RecordRow | undefined {
  const own = related.filter(({ activity_id }) => activity_id === activityId);
  return own.find(({ counting }) => counting) ?? own[0];
}

const hasAmount = (group: RecordRow[]) => {
  const counting = countingOf(group);
  return counting !== undefined && valuesOf(counting, true) !== undefined;
};

const isExcludedByOwner = ({ counts, waits, correction }: ActivityState) =>
  !counts && !waits && correction === null;

interface Workout {
  group: RecordRow[];
  activity: ActivityState | undefined;
}

/**
 * Sorts workouts: those that organisers corrected come first, then those whose first record arrived earlier.
 */
function byPrecedence(one: Workout, other: Workout): number {
  const isFree = ({ activity }: Workout) => Number(activity?.correction == null);
  const arrival = ({ group }: Workout) =>
    Math.min(...group.map(({ received_at }) => received_at.epochMilliseconds));
  const first = ({ group }: Workout) => Math.min(...group.map(({ id }) => id));
  return isFree(one) - isFree(other) || arrival(one) - arrival(other) || first(one) - first(other);
}

/**
 * Moves the records of a workout to its activity, with the likes and comments of activities that are merged into it.
 * Returns whether any record moved.
 */
async function moveRecords(
  tx: Db,
  group: RecordRow[],
  activityId: number | null,
  related: RecordRow[],
): Promise<boolean> {
  const moving = group.filter((record) => record.activity_id !== activityId);
  const isMerged = ({ activity_id }: RecordRow) =>
    activity_id !== null && group.includes(ownerOf(activity_id, related) as RecordRow);
  const merged = moving.filter(isMerged);
  // A record that moves to a separate activity is no longer the owner's choice.
  const separated = moving.filter((record) => !isMerged(record));
  for (const [some, chosen] of [
    [merged, {}],
    [separated, { chosen: false }],
  ] as const)
    if (some.length > 0)
      await tx
        .updateTable('source_records')
        .set({ activity_id: activityId, counting: false, ...chosen })
        .where(sql<boolean>`id = any(${some.map(({ id }) => id)}::bigint[])`)
        .execute();
  for (const from of new Set(merged.map(({ activity_id }) => activity_id)))
    if (from !== null && activityId !== null) {
      await moveLikes(tx, from, activityId);
      await moveComments(tx, from, activityId);
    }
  return moving.length > 0;
}

/** Removes the activities that have no records left, after a merge or because their records were deleted. */
async function removeEmptied(
  tx: Db,
  personId: number,
  workouts: Workout[],
  activities: ActivityState[],
  now: Temporal.Instant,
): Promise<void> {
  const kept = new Set(workouts.map(({ activity }) => activity?.id));
  for (const { id } of activities) if (!kept.has(id)) await recomputeActivity(tx, personId, id, [], now);
}

/**
 * Stores the questions about some records, and withdraws earlier questions about them that no longer need an
 * answer.
 */
async function askAbout(tx: Db, related: RecordRow[], doubts: Doubt[]): Promise<void> {
  const ids = related.map(({ id }) => id);
  const keys = new Set(doubts.map(([one, other]) => pairKey(one.id, other.id)));
  const open = await tx
    .selectFrom('record_pairs')
    .select(['id', 'one_id', 'other_id'])
    .where('is_same', 'is', null)
    .where(sql<boolean>`(one_id = any(${ids}::bigint[]) or other_id = any(${ids}::bigint[]))`)
    .execute();
  const stale = open.filter(({ one_id, other_id }) => !keys.has(pairKey(one_id, other_id)));
  if (stale.length > 0)
    await tx
      .deleteFrom('record_pairs')
      .where(sql<boolean>`id = any(${stale.map(({ id }) => id)}::bigint[])`)
      .execute();
  for (const [one, other] of doubts)
    await tx
      .insertInto('record_pairs')
      .values({ one_id: Math.min(one.id, other.id), other_id: Math.max(one.id, other.id), is_same: null })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}
