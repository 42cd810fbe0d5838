import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Db } from '../../db/db.ts';
import type { Person } from '../../people/person.ts';
import type { Activities } from '../found-activity.ts';

/**
 * Likes an activity or removes the like: as `liked` says, or the opposite of the current state. A person likes an
 * activity once, even if several of their browsers ask concurrently. Throws 404 if there is no activity that the person
 * may see.
 */
export async function toggleLike(
  db: Db,
  activities: Activities,
  person: Person,
  uuid: string,
  wanted: boolean | undefined,
  now: Temporal.Instant,
): Promise<void> {
  // Before anything is written, as activities that the person may not see do not exist for them.
  await activities.find(db, uuid, person);
  if (wanted === undefined) await toggle(db, activities, person, uuid, now);
  else if (wanted) await like(db, person, uuid, now);
  else await takeBack(db, person, uuid);
}

/** Repeats if a concurrent toggle left neither a like to remove nor room for one. */
async function toggle(
  db: Db,
  activities: Activities,
  person: Person,
  uuid: string,
  now: Temporal.Instant,
): Promise<void> {
  if ((await takeBack(db, person, uuid)) || (await like(db, person, uuid, now))) return;
  await activities.find(db, uuid, person);
  await toggle(db, activities, person, uuid, now);
}

/** Adds a like; returns whether there was none. Locks the activity until it is written. */
async function like(db: Db, person: Person, uuid: string, now: Temporal.Instant): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    insert into activity_likes (activity_id, person_id, created_at)
    select id, ${person.id}::int, ${now.toString()}::timestamptz from activities where uuid = ${uuid} for key share
    on conflict (activity_id, person_id) do nothing`.execute(db);
  return numAffectedRows > 0n;
}

/** Removes a like; returns whether there was one. */
async function takeBack(db: Db, person: Person, uuid: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from activity_likes using activities
    where activities.id = activity_id and uuid = ${uuid} and activity_likes.person_id = ${person.id}`.execute(
    db,
  );
  return numAffectedRows > 0n;
}
