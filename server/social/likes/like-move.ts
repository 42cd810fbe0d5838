import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';

/** Moves the likes of an activity to another activity. A person who liked both keeps one like. */
export async function moveLikes(tx: Db, from: number, to: number): Promise<void> {
  await sql`
    insert into activity_likes (activity_id, person_id, created_at)
    select ${to}::bigint, person_id, created_at from activity_likes where activity_id = ${from} order by id
    on conflict (activity_id, person_id) do nothing`.execute(tx);
  await tx.deleteFrom('activity_likes').where('activity_id', '=', from).execute();
}
