import type pg from 'pg';
import type * as z from 'zod/mini';
import type { SignUp } from '../../contract/accounts.ts';
import type { Db } from '../db/db.ts';
import { type AttemptLimit, attemptLimit } from '../kit/attempt-limit.ts';
import { ProblemError, violation } from '../kit/problem-error.ts';
import { hashPassword, isCommonPassword } from '../people/password.ts';
import type { Clock } from '../teams/membership.ts';
import { createAccount } from './new-account.ts';

/** Fifty refused codes an address: too few to guess one, enough for an office with the wrong leaflet. */
export const guestCodeLimit = (pool: pg.Pool): AttemptLimit => attemptLimit(pool, 'guest-code', 50);

/**
 * Makes an account, active at once, and counts one use of its guest code; both or neither.
 * Throws 422 for an address that has an account, a common password, or a code that cannot be used; 429
 * after too many refused codes from a network address.
 */
export async function signUp(
  db: Db,
  limit: AttemptLimit,
  entry: z.output<typeof SignUp>,
  address: string,
  clock: Clock,
): Promise<number> {
  await limit.check(address);
  try {
    return await makeAccount(db, entry, clock);
  } catch (error) {
    if (error instanceof ProblemError && error.complaints.some((one) => one.propertyPath === 'guestCode'))
      await limit.failed(address);
    throw error;
  }
}

async function makeAccount(db: Db, entry: z.output<typeof SignUp>, clock: Clock): Promise<number> {
  if (isCommonPassword(entry.password)) throw violation('password', 'password.common');
  const { password, ...account } = entry;
  const passwordHash = await hashPassword(password);
  return db
    .transaction()
    .execute((tx) => createAccount(tx, { ...account, passwordHash, isActive: true }, clock));
}
