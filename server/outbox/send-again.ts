import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import { notFound, ProblemError } from '../kit/problem-error.ts';
import type { Enqueue } from '../kit/queue.ts';
import { logChange } from '../management/change-log.ts';
import type { Author } from '../management/managed-resource.ts';
import { mailRow } from './mail-list.ts';

/** The functions that enqueue emails, by the name of their queue. */
export type Enqueuers = Map<string, Enqueue<object>>;

/**
 * Enqueues a failed email again; the new email replaces the failed one. Throws 404 for an unknown id, 409 if the email
 * has not failed.
 */
export async function sendAgain(
  db: Db,
  enqueuers: Enqueuers,
  id: number,
  { id: actor, now }: Author,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`select from mails where id = ${id} for update`.execute(tx);
    const { state, problem, kind, personId } = await mailRow(tx, id);
    if (state !== 'failed') throw new ProblemError(409, 'mailNotFailed');
    const { queue, data } = await tx
      .deleteFrom('mails')
      .where('id', '=', id)
      .returning(['queue', 'data'])
      .executeTakeFirstOrThrow();
    const enqueue = enqueuers.get(queue);
    // This version no longer sends this kind of email.
    if (!enqueue) throw notFound();
    await enqueue(tx, data);
    await logChange(tx, {
      actor,
      now,
      resource: 'mails',
      resourceId: id,
      subject: personId,
      action: 'send again',
      before: { kind, state, problem },
      after: { kind, state: 'waiting', problem: null },
    });
  });
}
