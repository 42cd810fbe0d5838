import type { Temporal } from 'temporal-polyfill';
import type { Db } from '../../db/db.ts';

/** In milliseconds: often enough that a process that is replaced is never taken for gone. */
const beatsEvery = 15_000;

/** In minutes: a restart, or a database that is away for a moment, alarms nobody. */
const goneAfter = 3;

/** The heartbeat of a process that does the timed work. */
export interface Heartbeat {
  /** Whether it has been written lately. */
  isBeating(): boolean;
  stop(): void;
}

/** Writes at once, and from then on regularly, that this process does the timed work. */
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
 * When the timed work was last seen to be done, and whether it is gone. A web process that has just started waits as
 * long as anybody before it says so: `since` is when it did.
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
  now.since(from).total('minutes') > goneAfter;
