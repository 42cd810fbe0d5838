import { type RawBuilder, sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Db } from '../db/db.ts';
import type { Tables } from '../db/tables.ts';
import type { Mail } from '../kit/mail.ts';
import type { JobKind } from '../kit/queue.ts';

/**
 * How many days emails stay in the outbox: as long as invitation links are valid; all other links expire
 * earlier. After that, people request a new email, and the list of recipients serves no purpose.
 */
export const daysKept = 14;

/** What the outbox stores about a job that sends an email. */
interface About {
  kind: Tables['mails']['kind'];
  /** The id of the recipient, or a query for the id. */
  personId: number | RawBuilder<number>;
}

/** Extends a kind of job: enqueuing a job of this kind also adds its email to the outbox. */
export function withOutboxRecord<Data extends object>(
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
          // Unknown addresses get a row too, so that timing does not reveal who has an account. The lock makes this
          // insert wait if the person is being deleted.
          person_id: sql<number | null>`(select id from people where id = ${personId} for key share)`,
        })
        .execute();
    },
  };
}

/** Stores the outcome of an email, if the email is in the outbox. */
export async function storeOutcome(
  db: Db,
  jobId: string,
  mail: Mail | undefined,
  outcome: NonNullable<Tables['mails']['outcome']>,
  now: Temporal.Instant,
): Promise<void> {
  await db
    .updateTable('mails')
    .set({ ...envelopeOf(mail), outcome, settled_at: now.toString(), problem: null })
    .where('job_id', '=', jobId)
    .execute();
}

/** Stores a failed attempt with the mail server's reply. */
export async function storeFailedTry(
  db: Db,
  jobId: string,
  mail: Mail | undefined,
  problem: string | null,
): Promise<void> {
  await db
    .updateTable('mails')
    .set(({ eb }) => ({ ...envelopeOf(mail), failed_tries: eb('failed_tries', '+', 1), problem }))
    .where('job_id', '=', jobId)
    .execute();
}

const envelopeOf = (mail: Mail | undefined) => (mail ? { address: mail.to, subject: mail.subject } : {});

/** Removes emails that are older than the outbox's limit. */
export async function removeOldMails(db: Db, now: Temporal.Instant): Promise<void> {
  const since = now.subtract({ hours: daysKept * 24 });
  await db
    .deleteFrom('mails')
    .where('asked_at', '<', since.toString() as never)
    .execute();
}
