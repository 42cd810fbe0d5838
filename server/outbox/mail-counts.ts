import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import { rows } from './mail-list.ts';

/** Counts the emails in the outbox that have not been sent, by state. The queue must be prepared. */
export async function unsentMails(
  db: Db,
): Promise<{ state: 'waiting' | 'retrying' | 'failed'; count: number }[]> {
  const { rows: counts } = await sql<{ state: 'waiting' | 'retrying' | 'failed'; count: number }>`
    select state, count(*) from (${rows()}) as mails
    where state in ('waiting', 'retrying', 'failed') group by state`.execute(db);
  return counts;
}
