import type pg from 'pg';
import type { Temporal } from 'temporal-polyfill';
import type * as z from 'zod/mini';
import type { SignUp } from '../../contract/people.ts';
import type { Db } from '../db/db.ts';
import { type AttemptLimit, attemptLimit } from '../kit/attempt-limit.ts';
import { ProblemError, violation } from '../kit/problem-error.ts';
import { useGuestCode } from './guest-code.ts';
import { hashPassword, isCommonPassword } from './password.ts';
import { sortName } from './person.ts';

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
    const person = await tx
      .insertInto('people')
      .values({
        email: entry.email,
        given_name: entry.givenName,
        surname: entry.surname,
        sort_name: sortName(entry.givenName, entry.surname),
        language: entry.language,
        password_hash: passwordHash,
        guest_code_id: guestCodeId,
        created_at: now.toString(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!person) throw violation('email', 'email.taken');
    return person.id;
  });
}
