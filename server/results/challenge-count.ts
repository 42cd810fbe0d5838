import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import * as z from 'zod/mini';
import { findChallenge, nameOf } from '../challenges/challenge.ts';
import { setCountedDays } from '../challenges/challenge-change.ts';
import type { Db } from '../db/db.ts';
import type { EnqueueTask, TaskKind } from '../management/tasks/task.ts';
import { deleteBoards, lockBoardTables } from '../rankings/rebuild.ts';
import { countDays } from '../rankings/standings-writes.ts';
import { type Days, dayAfter, dayBefore, earlier, isWithin, later, nextMove } from './counted-days.ts';

/**
 * The approximate number of activities counted per step. A step counts at least one whole day and takes a second on a
 * busy machine, during which concurrent entries wait.
 */
const activitiesAtOnce = 5000;

/**
 * The task that updates a challenge's boards for new dates, a few days per step. After each step, the boards contain
 * exactly the days counted so far, so the task can continue after a crash.
 */
export const countChallenge: TaskKind<{ challenge: string }, Record<string, never>> = {
  name: 'count-challenge',
  input: z.object({ challenge: z.uuid() }),
  async step(tx, { challenge: uuid }, cursor) {
    const challenge = await tx
      .selectFrom('challenges')
      .select(['id', 'starts_on', 'ends_on', 'counted_from', 'counted_until', 'frozen_at'])
      .where('uuid', '=', uuid)
      .forUpdate()
      .executeTakeFirst();
    // The challenge was removed or frozen, or another task has already updated its boards.
    if (!challenge?.counted_from || !challenge.counted_until || challenge.frozen_at)
      return { cursor: undefined, done: 0 };
    const counted = { from: challenge.counted_from, until: challenge.counted_until };
    const wanted = { from: challenge.starts_on, until: challenge.ends_on };
    const total = cursor ? {} : { total: await activitiesOfOne(tx, counted, wanted) };
    const move = nextMove(counted, wanted);
    if (!move) {
      await setCountedDays(tx, challenge.id, undefined);
      return { cursor: undefined, done: 0, ...total };
    }
    await lockBoardTables(tx);
    const days = await firstOf(tx, move.days, move.end);
    const done = await countDays(tx, challenge.id, days, move.counted);
    const next = move.after(days);
    const isDone = nextMove(next, wanted) === undefined;
    await setCountedDays(tx, challenge.id, isDone ? undefined : next);
    return { cursor: isDone ? undefined : {}, done, ...total };
  },
};

/**
 * Starts a task that updates a challenge's boards for its new dates, and returns the task's id. Call this in the
 * transaction that changes the dates. `before` contains the days that the boards include. If a count is already
 * running, `before` is ignored, because the challenge's row already stores the counted days.
 */
export async function enqueueRecount(
  tx: Db,
  ask: EnqueueTask,
  id: number,
  before: Days,
  { by, now }: { by: number | null; now: Temporal.Instant },
): Promise<number> {
  const { uuid, counted_from: underWay } = await tx
    .selectFrom('challenges')
    .select(['uuid', 'counted_from'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (underWay === null) await setCountedDays(tx, id, before);
  const subject = nameOf(await findChallenge(tx, uuid));
  return ask(tx, countChallenge, { challenge: uuid }, { subject, by, now });
}

/**
 * Clears the boards of a closed challenge and starts a task that counts all its days again. Call this in the
 * transaction that reopens the challenge or changes its dates.
 */
export async function enqueueFullRecount(
  tx: Db,
  ask: EnqueueTask,
  id: number,
  startsOn: string,
  author: { by: number | null; now: Temporal.Instant },
): Promise<void> {
  await lockBoardTables(tx);
  await deleteBoards(tx, sql`board = ${`challenge:${id}`}`);
  await setCountedDays(tx, id, noDays(startsOn));
  await enqueueRecount(tx, ask, id, noDays(startsOn), author);
}

/** Returns the number of activities in a period, including the activities of deleted accounts. */
export async function activitiesOn(db: Db, days: Days): Promise<number> {
  const { rows } = await sql<{ activities: number }>`
    select (
      (select count(*) from activities where ${isWithin(sql`performed_on`, days)})
      + (select coalesce(sum(activities), 0) from anonymous_sums where ${isWithin(sql`day`, days)})
    )::int as activities`.execute(db);
  return rows[0]?.activities ?? 0;
}

/** Returns an empty period at the start of a challenge, for boards that do not include any day yet. */
export const noDays = (startsOn: string): Days => ({ from: startsOn, until: dayBefore(startsOn) });

/** Returns the number of activities on days that are in only one of the two periods. */
async function activitiesOfOne(tx: Db, one: Days, other: Days): Promise<number> {
  const { rows } = await sql<{ activities: number }>`
    select count(*)::int as activities from activities
    where ${isWithin(sql`performed_on`, one)} <> ${isWithin(sql`performed_on`, other)}
      and performed_on between least(${one.from}::date, ${other.from}::date)
        and greatest(${one.until}::date, ${other.until}::date)`.execute(tx);
  return rows[0]?.activities ?? 0;
}

/**
 * Returns the first or the last days of a period. The days have at most a few thousand activities in total, unless a
 * single day has more.
 */
async function firstOf(tx: Db, days: Days, end: 'first' | 'last'): Promise<Days> {
  const order = end === 'first' ? 'asc' : 'desc';
  const { rows } = await sql<{ day: string }>`
    select performed_on as day from activities where ${isWithin(sql`performed_on`, days)}
    order by performed_on ${sql.raw(order)} offset ${activitiesAtOnce} limit 1`.execute(tx);
  const [tooMany] = rows;
  if (!tooMany) return days;
  if (end === 'first') {
    return { from: days.from, until: later(dayBefore(tooMany.day), days.from) };
  }
  return { from: earlier(dayAfter(tooMany.day), days.until), until: days.until };
}
