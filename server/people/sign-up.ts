import type { Temporal } from 'temporal-polyfill';
import type * as z from 'zod/mini';
import type { SignUp } from '../../contract/people.ts';
import type { Db } from '../db/db.ts';
import { violation } from '../kit/problem-error.ts';
import { useGuestCode } from './guest-code.ts';
import { hashPassword, isCommonPassword } from './password.ts';
import { sortName } from './person.ts';

/**
 * Makes an account, active at once, and counts one use of its guest code; both or neither.
 * Throws 422 for an address that has an account, a common password, or a code that cannot be used.
 */
export async function signUp(db: Db, entry: z.output<typeof SignUp>, now: Temporal.Instant): Promise<number> {
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
