import type pg from 'pg';
import type { Temporal } from 'temporal-polyfill';
import type * as z from 'zod/mini';
import type { SignUp } from '../../contract/accounts.ts';
import type { Db } from '../db/db.ts';
import { type AttemptLimit, attemptLimit } from '../kit/attempt-limit.ts';
import { ProblemError, violation } from '../kit/problem-error.ts';
import { useGuestCode } from '../people/guest-code.ts';
import { createPerson } from '../people/new-person.ts';
import { hashPassword, isCommonPassword } from '../people/password.ts';

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
  now: Temporal.Instant,
): Promise<number> {
  await limit.check(address);
  try {
    return await makeAccount(db, entry, now);
  } catch (error) {
    if (error instanceof ProblemError && error.complaints.some((one) => one.propertyPath === 'guestCode'))
      await limit.failed(address);
    throw error;
  }
}

async function makeAccount(db: Db, entry: z.output<typeof SignUp>, now: Temporal.Instant): Promise<number> {
  if (isCommonPassword(entry.password)) throw violation('password', 'password.common');
  const passwordHash = await hashPassword(entry.password);
  return db.transaction().execute(async (tx) => {
    const guestCodeId = await useGuestCode(tx, entry.guestCode, entry.email, now);
    return createPerson(tx, { ...entry, passwordHash, guestCodeId, activatedAt: now }, now);
  });
}
