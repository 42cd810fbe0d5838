import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Db } from '../../db/db.ts';

/**
 * How many days answers about removed workouts are kept. A first import rarely goes back further, so people who connect
 * a service again are not asked the same questions.
 */
const rememberedDays = 90;

/** Returns SQL for the hash that identifies a record in the table with this alias. */
const hashOf = (alias: string) =>
  sql`encode(sha256(convert_to(${sql.ref(`${alias}.source`)} || ' ' || ${sql.ref(`${alias}.external_id`)}, 'UTF8')), 'hex')`;

/** Keeps the owner's answers about records that are about to be removed. */
export async function rememberAnswers(
  tx: Db,
  personId: number,
  recordIds: number[],
  now: Temporal.Instant,
): Promise<void> {
  await sql`
    insert into remembered_answers (person_id, one, other, is_same, remembered_at)
    select ${personId}, ${hashOf('one')}, ${hashOf('other')}, is_same, ${now.toString()}::timestamptz
    from record_pairs
    join source_records as one on one.id = one_id
    join source_records as other on other.id = other_id
    where is_same is not null
      and (one_id = any(${recordIds}::bigint[]) or other_id = any(${recordIds}::bigint[]))
    on conflict (person_id, one, other) do update
      set is_same = excluded.is_same, remembered_at = excluded.remembered_at`.execute(tx);
}

/** Returns the remembered answers about some records of a person, with the current ids of the records. */
export async function rememberedAnswers(
  tx: Db,
  personId: number,
  recordIds: number[],
): Promise<{ oneId: number; otherId: number; isSame: boolean }[]> {
  const { rows } = await sql<{ one_id: number; other_id: number; is_same: boolean }>`
    select one.id as one_id, other.id as other_id, is_same
    from remembered_answers
    join source_records as one on one.person_id = ${personId} and ${hashOf('one')} = remembered_answers.one
    join source_records as other on other.person_id = ${personId} and ${hashOf('other')} = remembered_answers.other
    where remembered_answers.person_id = ${personId}
      and (one.id = any(${recordIds}::bigint[]) or other.id = any(${recordIds}::bigint[]))`.execute(tx);
  return rows.map(({ one_id, other_id, is_same }) => ({ oneId: one_id, otherId: other_id, isSame: is_same }));
}

/** Deletes answers that have been remembered for too long. */
export async function forgetOldAnswers(db: Db, now: Temporal.Instant): Promise<void> {
  const before = now.subtract({ hours: rememberedDays * 24 }).toString();
  await db
    .deleteFrom('remembered_answers')
    .where('remembered_at', '<', before as never)
    .execute();
}
