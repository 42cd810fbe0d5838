import { sql } from 'kysely';
import type pg from 'pg';
import type { Db } from '../../db/db.ts';
import { type AttemptLimit, addressLimit, attemptLimit } from '../../kit/attempt-limit.ts';
import type { Queue } from '../../kit/queue.ts';
import { linkMails } from '../../people/mailed-links/activation-and-reset-mail.ts';

export interface ForgotLimits {
  ofAccount: AttemptLimit;
  ofAddress: AttemptLimit;
}

/**
 * Returns the limits for requesting password resets. Five emails per account are enough for people who check the wrong
 * mailbox first, and too few to flood a mailbox. Twenty requests per network address are enough for an office that
 * shares the address, and too few to try a list of email addresses.
 */
export const forgotLimits = (pool: pg.Pool): ForgotLimits => ({
  ofAccount: attemptLimit(pool, 'forgot-account', 5),
  ofAddress: addressLimit(pool, 'forgot-address', 20),
});

/**
 * Emails a password reset link to the person with this address. An unknown address causes the same work, including the
 * job in the queue, so that neither the response nor its timing reveals who has an account. Throws 429 after too many
 * requests.
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
