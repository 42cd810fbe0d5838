import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Db } from '../../db/db.ts';
import type { Person } from '../../people/person.ts';
import type { Activities } from '../found-activity.ts';

/**
 * Likes an activity if `wanted` is true, and removes the like if `wanted` is false. If `wanted` is undefined, toggles
 * the current state. A person likes an activity only once, even with concurrent requests. Throws 404 if the activity
 * does not exist or is hidden from the person.
 */
export async function toggleLike(
  db: Db,
  activities: Activities,
  person: Person,
  uuid: string,
  wanted: boolean | undefined,
  now: Temporal.Instant,
): Promise<void> {
  // Throw 404 before writing anything if the activity is hidden from the person.
  await activities.find(db, uuid, person);
  if (wanted === undefined) await toggle(db, activities, person, uuid, now);
  else if (wanted) await like(db, person, uuid, now);
  else await unlike(db, person, uuid);
}

/** Removes the like if there is one, and otherwise adds a like. Tries again if concurrent toggles made both fail. */
async function toggle(
  db: Db,
  activities: Activities,
  person: Person,
  uuid: string,
  now: Temporal.Instant,
): Promise<void> {
  if ((await unlike(db, person, uuid)) || (await like(db, person, uuid, now))) return;
  await activities.find(db, uuid, person);
  await toggle(db, activities, person, uuid, now);
}

/** Adds a like and returns whether it is new. Locks the activity until the like has been inserted. */
async function like(db: Db, person: Person, uuid: string, now: Temporal.Instant): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    insert into activity_likes (activity_id, person_id, created_at)
    select id, ${person.id}::int, ${now.toString()}::timestamptz from activities where uuid = ${uuid} for key share
    on conflict (activity_id, person_id) do nothing`.execute(db);
  return numAffectedRows > 0n;
}

/** Removes a like and returns whether there was one. */
async function unlike(db: Db, person: Person, uuid: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from activity_likes using activities
    where activities.id = activity_id and uuid = ${uuid} and activity_likes.person_id = ${person.id}`.execute(
    db,
  );
  return numAffectedRows > 0n;
}
