import { type RawBuilder, sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Db } from '../db/db.ts';
import type { Tables } from '../db/tables.ts';
import type { Mail } from '../kit/mail.ts';
import type { JobKind } from '../kit/queue.ts';

/**
 * Days that the outbox goes back: as long as the longest link in a mail is good (an invitation's). What is asked about
 * later is asked for anew, and a list of who was written to is kept no longer than it helps.
 */
export const daysKept = 14;

/** What the outbox says of a job that sends a mail. */
interface About {
  kind: Tables['mails']['kind'];
  /** Whom it is for: an id, or what finds it. */
  personId: number | RawBuilder<number>;
}

/** A kind of job whose mails organisers find in the outbox, from the moment that they are asked for. */
export function keptMails<Data extends object>(
  kind: JobKind<Data>,
  about: (data: Data) => About,
): JobKind<Data> {
  return {
    ...kind,
    enqueued: (tx, data, jobId) => {
      const { kind: text, personId } = about(data);
      return tx
        .insertInto('mails')
        .values({
          queue: kind.name,
          job_id: jobId,
          data: JSON.stringify(data),
          kind: text,
          // Unknown addresses get a row too, so that timing reveals no account. The lock waits for a person who is
          // being removed.
          person_id: sql<number | null>`(select id from people where id = ${personId} for key share)`,
        })
        .execute();
    },
  };
}

/** Keeps what became of a mail; of one that is not in the outbox nothing. */
export async function keepOutcome(
  db: Db,
  jobId: string,
  mail: Mail | undefined,
  outcome: NonNullable<Tables['mails']['outcome']>,
  now: Temporal.Instant,
): Promise<void> {
  await db
    .updateTable('mails')
    .set({ ...spoken(mail), outcome, settled_at: now.toString(), problem: null })
    .where('job_id', '=', jobId)
    .execute();
}

/** Keeps that a mail was not taken, and what was answered. */
export async function keepFailedTry(
  db: Db,
  jobId: string,
  mail: Mail | undefined,
  problem: string | null,
): Promise<void> {
  await db
    .updateTable('mails')
    .set(({ eb }) => ({ ...spoken(mail), failed_tries: eb('failed_tries', '+', 1), problem }))
    .where('job_id', '=', jobId)
    .execute();
}

const spoken = (mail: Mail | undefined) => (mail ? { address: mail.to, subject: mail.subject } : {});

/** Removes from the outbox what is older than it goes back. */
export async function removeOldMails(db: Db, now: Temporal.Instant): Promise<void> {
  const since = now.subtract({ hours: daysKept * 24 });
  await db
    .deleteFrom('mails')
    .where('asked_at', '<', since.toString() as never)
    .execute();
}
