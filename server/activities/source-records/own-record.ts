import type { Db } from '../../db/db.ts';
import { notFound } from '../../kit/problem-error.ts';
import type { Person } from '../../people/person.ts';
import { records } from './record.ts';

/** The person's own activity. Throws 404 for somebody else's too, to reveal nothing about their records. */
export async function ownActivity(db: Db, person: Person, uuid: string) {
  const activity = await db
    .selectFrom('activities')
    .select(['id', 'uuid', 'performed_on', 'correction'])
    .where('uuid', '=', uuid)
    .where('person_id', '=', person.id)
    .executeTakeFirst();
  if (!activity) throw notFound();
  return activity;
}

/** The person's own record. Throws 404 for somebody else's too. */
export async function ownRecord(db: Db, person: Person, uuid: string) {
  const record = await records(db)
    .where('source_records.uuid', '=', uuid)
    .where('source_records.person_id', '=', person.id)
    .executeTakeFirst();
  if (!record) throw notFound();
  return record;
}
