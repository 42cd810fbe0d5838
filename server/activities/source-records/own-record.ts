import type { Db } from '../../db/db.ts';
import { notFound } from '../../kit/problem-error.ts';
import type { Person } from '../../people/person.ts';
import { records } from './record.ts';

/**
 * Returns one of the person's own activities. Throws 404 if the activity does not exist or belongs to somebody else, so
 * that the response reveals nothing about other people's records.
 */
export async function ownActivity(db: Db, person: Person, uuid: string) {
  const activity = await db
    .selectFrom('activities')
    .select(['id', 'uuid', 'performed_on', 'correction', 'waits'])
    .where('uuid', '=', uuid)
    .where('person_id', '=', person.id)
    .executeTakeFirst();
  if (!activity) throw notFound();
  return activity;
}

/** Returns one of the person's own records. Throws 404 if the record does not exist or belongs to somebody else. */
export async function ownRecord(db: Db, person: Person, uuid: string) {
  const record = await records(db)
    .where('source_records.uuid', '=', uuid)
    .where('source_records.person_id', '=', person.id)
    .executeTakeFirst();
  if (!record) throw notFound();
  return record;
}
