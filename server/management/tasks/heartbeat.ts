import type { Temporal } from 'temporal-polyfill';
import type { Db } from '../../db/db.ts';

/** The interval between heartbeats, in milliseconds. It is short enough that replacing a process raises no alarm. */
const beatsEvery = 15_000;

/**
 * The number of minutes without a heartbeat after which the process counts as stopped: long enough that a restart or a
 * short outage of the database raises no alarm.
 */
const missingAfterMinutes = 3;

/** The heartbeat of a process that does the scheduled work. */
export interface Heartbeat {
  /** Returns whether the last heartbeat is recent. */
  isBeating(): boolean;
  stop(): void;
}

/** Writes a heartbeat immediately and then regularly, to record that this process does the scheduled work. */
export async function startHeartbeat(
  db: Db,
  clock: () => Temporal.Instant,
  report: (error: unknown) => void,
): Promise<Heartbeat> {
  let last: Temporal.Instant | undefined;
  const beat = async () => {
    const now = clock();
    const seen = { seen_at: now.toString() };
    await db
      .insertInto('jobs_heartbeat')
      .values(seen)
      .onConflict((conflict) => conflict.column('id').doUpdateSet(seen))
      .execute();
    last = now;
  };
  await beat().catch(report);
  const timer = setInterval(() => beat().catch(report), beatsEvery).unref();
  return {
    isBeating: () => last !== undefined && !isTooLong(last, clock()),
    stop: () => clearInterval(timer),
  };
}

/**
 * Returns when the process that runs jobs was last seen, and whether it counts as stopped. It counts as stopped if it
 * has not been seen for `missingAfterMinutes` and this process has been running (since `since`) for at least as long.
 */
export async function jobsSeen(
  db: Db,
  since: Temporal.Instant,
  now: Temporal.Instant,
): Promise<{ seenAt: Temporal.Instant | null; areGone: boolean }> {
  const row = await db.selectFrom('jobs_heartbeat').select('seen_at').executeTakeFirst();
  const seenAt = row?.seen_at ?? null;
  const isSeen = seenAt !== null && !isTooLong(seenAt, now);
  return { seenAt, areGone: !isSeen && isTooLong(since, now) };
}

const isTooLong = (from: Temporal.Instant, now: Temporal.Instant) =>
  now.since(from).total('minutes') > missingAfterMinutes;
