import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Db } from '../db/db.ts';

/**
 * Opens a case for an activity because of its speed, in metres per hour. Updates and reopens the activity's
 * existing case, if any.
 */
export async function openSpeedCase(
  tx: Db,
  activity: { id: number; personId: number },
  { measured, bound }: { measured: number; bound: number },
  now: Temporal.Instant,
): Promise<void> {
  await sql`
    insert into cases (kind, person_id, activity_id, opened_at, is_open, finding, measured, bound)
    values ('outlier', ${activity.personId}, ${activity.id}, ${now.toString()}::timestamptz, true, 'speed',
      ${measured}::int, ${bound}::int)
    on conflict (activity_id) where kind = 'outlier' do update
    set finding = excluded.finding, measured = excluded.measured, bound = excluded.bound, is_open = true`.execute(
    tx,
  );
}

/** Returns whether organisers have decided about an activity. */
export async function isDecided(tx: Db, activityId: number): Promise<boolean> {
  const decision = await tx
    .selectFrom('case_decisions')
    .innerJoin('cases', 'cases.id', 'case_decisions.case_id')
    .select('case_decisions.id')
    .where('cases.activity_id', '=', activityId)
    .executeTakeFirst();
  return decision !== undefined;
}
