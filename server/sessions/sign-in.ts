import { sql } from 'kysely';
import type pg from 'pg';
import type { Language } from '../../contract/kit/fields.ts';
import type { Db } from '../db/db.ts';
import { type AttemptLimit, attemptLimit } from '../kit/attempt-limit.ts';
import { ProblemError } from '../kit/problem-error.ts';
import { isPassword } from '../people/password.ts';

export interface SignInLimits {
  ofAccount: AttemptLimit;
  ofAddress: AttemptLimit;
}

/**
 * Ten failures an account stop guessing. Fifty an address leave room for a company behind one, and count
 * once they have failed: an office that signs in at the same minute is not refused.
 */
export const signInLimits = (pool: pg.Pool): SignInLimits => ({
  ofAccount: attemptLimit(pool, 'account', 10),
  ofAddress: attemptLimit(pool, 'address', 50),
});

/**
 * The person of a mail address and password. An unknown address and a wrong password get the same
 * answer, 401, after the same time; too many of them 429.
 */
export async function signIn(
  db: Db,
  limits: SignInLimits,
  credentials: { username: string; password: string },
  address: string,
): Promise<{ id: number; language: Language }> {
  const account = credentials.username.toLowerCase();
  await limits.ofAddress.check(address);
  await limits.ofAccount.begin(account);
  const person = await db
    .selectFrom('people')
    .select(['id', 'language', 'password_hash'])
    .where(sql`lower(email)`, '=', account)
    .executeTakeFirst();
  if (!(await isPassword(person?.password_hash, credentials.password)) || !person) {
    await limits.ofAddress.failed(address);
    throw new ProblemError(401, 'badCredentials');
  }
  await limits.ofAccount.forget(account);
  return { id: person.id, language: person.language };
}

/** Removes the counts of failed attempts that have run out. */
export async function removeExpiredAttempts(db: Db): Promise<void> {
  await sql`delete from failed_attempts where expire < ${Date.now()}`.execute(db);
}
