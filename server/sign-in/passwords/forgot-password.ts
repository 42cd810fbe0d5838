import { sql } from 'kysely';
import type pg from 'pg';
import type { Db } from '../../db/db.ts';
import { type AttemptLimit, addressLimit, attemptLimit } from '../../kit/attempt-limit.ts';
import type { Queue } from '../../kit/queue.ts';
import { linkMails } from '../../people/mailed-links/link-mail.ts';

export interface ForgotLimits {
  ofAccount: AttemptLimit;
  ofAddress: AttemptLimit;
}

/**
 * Five mails per account: enough for people who look in the wrong mailbox first, too few to flood it. Twenty per
 * network address: an office shares one, and nobody can try a list of addresses.
 */
export const forgotLimits = (pool: pg.Pool): ForgotLimits => ({
  ofAccount: attemptLimit(pool, 'forgot-account', 5),
  ofAddress: addressLimit(pool, 'forgot-address', 20),
});

/**
 * Mails a link for a new password to the person with this address. Unknown addresses cause the same work, including the
 * job in the queue, so that neither the answer nor its timing reveals who has an account. Throws 429 after too many
 * attempts.
 */
export async function forgotPassword(
  db: Db,
  queue: Queue,
  limits: ForgotLimits,
  email: string,
  address: string,
): Promise<void> {
  const account = email.toLowerCase();
  await limits.ofAddress.begin(address);
  await limits.ofAccount.begin(account);
  const enqueue = await queue.enqueuer(linkMails);
  await db.transaction().execute(async (tx) => {
    const person = await tx
      .selectFrom('people')
      .select('id')
      .where(sql`lower(email)`, '=', account)
      .where('deactivated_at', 'is', null)
      .executeTakeFirst();
    await enqueue(tx, { personId: person?.id ?? 0, purpose: 'reset-password' });
  });
}
