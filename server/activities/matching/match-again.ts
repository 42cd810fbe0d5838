import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Db } from '../../db/db.ts';
import { withPersonLock } from '../source-records/person-lock.ts';
import { matchRecords } from './matching.ts';

/**
 * Matches all records of the people in `people_to_match`, one person at a time, until the table is empty. A
 * release that changes the rules fills the table in a migration. If the process stops early, the next run
 * continues with the remaining people.
 */
export async function matchAgain(db: Db, now: Temporal.Instant): Promise<void> {
  for (;;) {
    const next = await db
      .selectFrom('people_to_match')
      .select('person_id')
      .orderBy('person_id')
      .limit(1)
      .executeTakeFirst();
    if (!next) return;
    await withPersonLock(db, next.person_id, async (tx) => {
      const days = await tx
        .selectFrom('source_records')
        .select('performed_on')
        .distinct()
        .where('person_id', '=', next.person_id)
        .execute();
      await matchRecords(tx, next.person_id, { days: days.map(({ performed_on }) => performed_on) }, now);
      await sql`delete from people_to_match where person_id = ${next.person_id}`.execute(tx);
    });
  }
}
