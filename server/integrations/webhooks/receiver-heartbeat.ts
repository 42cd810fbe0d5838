import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Db } from '../../db/db.ts';

/** How often a process records that it is receiving webhook events, in seconds. */
export const receiverHeartbeatSeconds = 60;

/**
 * If no process receives events for longer than this, in minutes, events may be lost: Strava's last attempt
 * to deliver an event comes after five minutes.
 */
const mostSilentMinutes = 5;

/**
 * Records that this process is receiving webhook events. If no process has recorded this for too long, also
 * records that events may have been missed until now.
 */
export async function recordReceiverHeartbeat(db: Db, now: Temporal.Instant): Promise<void> {
  const time = sql`${now.toString()}::timestamptz`;
  await sql`
    update service_states set listening_at = greatest(listening_at, ${time}),
      missed_until = case
        when listening_at < ${time} - make_interval(mins => ${mostSilentMinutes}) then ${time} else missed_until end`.execute(
    db,
  );
}
