import type { Temporal } from 'temporal-polyfill';
import type { Db } from '../db/db.ts';

/**
 * Sets a person's new password and returns their email address. Also activates the account, because the caller has
 * verified the email address. Must run in a transaction.
 */
export async function setPassword(
  tx: Db,
  personId: number,
  passwordHash: string,
  now: Temporal.Instant,
): Promise<string> {
  const { email } = await tx
    .updateTable('people')
    .set((eb) => ({
      password_hash: passwordHash,
      activated_at: eb.fn.coalesce('activated_at', eb.val(now.toString())) as never,
    }))
    .where('id', '=', personId)
    .returning('email')
    .executeTakeFirstOrThrow();
  return email;
}
