import { sql } from 'kysely';
import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Language } from '../../contract/kit/fields.ts';
import type { Db } from '../db/db.ts';
import { ProblemError } from '../kit/problem-error.ts';
import { isPassword } from '../people/password.ts';

const quarterOfAnHour = 15 * 60;

/** Counts failed sign-ins: 10 an account stop guessing, 50 an address leave room for a company behind one. */
export function signInLimits(pool: pg.Pool) {
  const limit = (keyPrefix: string, points: number) =>
    new RateLimiterPostgres({
      storeClient: pool,
      tableName: 'sign_in_failures',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix,
      points,
      duration: quarterOfAnHour,
    });
  return { ofAccount: limit('account', 10), ofAddress: limit('address', 50) };
}

export type SignInLimits = ReturnType<typeof signInLimits>;

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
  await refuseAfterTooMany(limits, account, address);
  const person = await db
    .selectFrom('people')
    .select(['id', 'language', 'password_hash'])
    .where(sql`lower(email)`, '=', account)
    .executeTakeFirst();
  if (!(await isPassword(person?.password_hash, credentials.password)) || !person) {
    await Promise.allSettled([limits.ofAccount.consume(account), limits.ofAddress.consume(address)]);
    throw new ProblemError(401, 'badCredentials');
  }
  await limits.ofAccount.delete(account);
  return { id: person.id, language: person.language };
}

async function refuseAfterTooMany(limits: SignInLimits, account: string, address: string): Promise<void> {
  const states = await Promise.all([
    limits.ofAccount.get(account).then((state) => ({ state, points: limits.ofAccount.points })),
    limits.ofAddress.get(address).then((state) => ({ state, points: limits.ofAddress.points })),
  ]);
  for (const { state, points } of states) {
    if (state instanceof RateLimiterRes && state.consumedPoints >= points)
      throw new ProblemError(429, 'tooManySignIns', [], Math.ceil(state.msBeforeNext / 1000));
  }
}

/** Removes the counts that have run out. */
export async function removeExpiredSignInFailures(db: Db): Promise<void> {
  await sql`delete from sign_in_failures where expire < ${Date.now()}`.execute(db);
}
