import { type RawBuilder, sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Db } from '../db/db.ts';
import type { Tables } from '../db/tables.ts';
import type { Mail } from '../kit/mail.ts';
import type { JobKind } from '../kit/queue.ts';

/**
 * How many days the outbox keeps: as long as the longest link in a mail is valid (an invitation's). After that, people
 * request a new mail, and a list of recipients is of no more use.
 */
export const daysKept = 14;

/** How the outbox describes a job that sends a mail. */
interface About {
  kind: Tables['mails']['kind'];
  /** The recipient: an id, or a query for it. */
  personId: number | RawBuilder<number>;
}

/** A kind of job whose mails are in the outbox, from the moment they are enqueued. */
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

/** Stores the outcome of a mail; does nothing for one that is not in the outbox. */
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

/** Stores a failed attempt, with the mail server's answer. */
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

/** Removes mails from the outbox that are older than its limit. */
export async function removeOldMails(db: Db, now: Temporal.Instant): Promise<void> {
  const since = now.subtract({ hours: daysKept * 24 });
  await db
    .deleteFrom('mails')
    .where('asked_at', '<', since.toString() as never)
    .execute();
}
