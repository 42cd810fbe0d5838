import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Db } from '../../db/db.ts';

/** How often a process that receives webhook events notes that it does, in seconds. */
export const listeningEverySeconds = 60;

/**
 * After this many minutes without a listening process, events may be lost: Strava makes its last attempt to deliver one
 * after five minutes.
 */
const deafMinutes = 5;

/** Notes that this process receives webhook events, and whether events may have been missed before. */
export async function noteListening(db: Db, now: Temporal.Instant): Promise<void> {
  const time = sql`${now.toString()}::timestamptz`;
  await sql`
    update service_states set listening_at = greatest(listening_at, ${time}),
      missed_until = case
        when listening_at < ${time} - make_interval(mins => ${deafMinutes}) then ${time} else missed_until end`.execute(
    db,
  );
}
