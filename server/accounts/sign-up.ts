import type pg from 'pg';
import type * as z from 'zod/mini';
import type { SignUp } from '../../contract/accounts.ts';
import { mustVerifyEmail } from '../configs/config.ts';
import type { Db } from '../db/db.ts';
import { type AttemptLimit, attemptLimit } from '../kit/attempt-limit.ts';
import { ProblemError, violation } from '../kit/problem-error.ts';
import type { Queue } from '../kit/queue.ts';
import { linkMails } from '../people/link-mail.ts';
import { hashPassword, isCommonPassword } from '../people/password.ts';
import type { Clock } from '../teams/membership.ts';
import { createAccount } from './new-account.ts';

/** Fifty refused codes an address: too few to guess one, enough for an office with the wrong leaflet. */
export const guestCodeLimit = (pool: pg.Pool): AttemptLimit => attemptLimit(pool, 'guest-code', 50);

/**
 * Makes an account and counts one use of its guest code; both or neither. It is active at once, unless the
 * configuration wants a link mailed to its address to be followed first.
 * Throws 422 for an address that has an account, a common password, a code that cannot be used, or a consent that is missing; 429
 * after too many refused codes from a network address.
 */
export async function signUp(
  db: Db,
  queue: Queue,
  limit: AttemptLimit,
  entry: z.output<typeof SignUp>,
  address: string,
  clock: Clock,
): Promise<{ id: number; isActive: boolean }> {
  return countingRefusedCodes(limit, address, () => makeAccount(db, queue, entry, clock));
}

/** Makes an account; one whose guest code is refused counts against the network address. Throws 429 after too many. */
export async function countingRefusedCodes<Account>(
  limit: AttemptLimit,
  address: string,
  make: () => Promise<Account>,
): Promise<Account> {
  await limit.check(address);
  try {
    return await make();
  } catch (error) {
    if (error instanceof ProblemError && error.complaints.some((one) => one.propertyPath === 'guestCode'))
      await limit.failed(address);
    throw error;
  }
}

async function makeAccount(
  db: Db,
  queue: Queue,
  entry: z.output<typeof SignUp>,
  clock: Clock,
): Promise<{ id: number; isActive: boolean }> {
  if (isCommonPassword(entry.password)) throw violation('password', 'password.common');
  const { password, ...account } = entry;
  const passwordHash = await hashPassword(password);
  const enqueue = (await mustVerifyEmail(db)) ? await queue.enqueuer(linkMails) : undefined;
  const isActive = enqueue === undefined;
  return db.transaction().execute(async (tx) => {
    const id = await createAccount(tx, { consent: undefined, ...account, passwordHash, isActive }, clock);
    await enqueue?.(tx, { personId: id, purpose: 'activate' });
    return { id, isActive };
  });
}
