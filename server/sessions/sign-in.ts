import { sql } from 'kysely';
import type pg from 'pg';
import type { Db } from '../db/db.ts';
import { type AttemptLimit, attemptLimit } from '../kit/attempt-limit.ts';
import { ProblemError } from '../kit/problem-error.ts';
import type { Queue } from '../kit/queue.ts';
import { linkMails } from '../people/link-mail.ts';
import { isPassword } from '../people/password.ts';
import type { Person } from '../people/person.ts';
import type { SignedIn } from './session.ts';

export interface SignInLimits {
  ofAccount: AttemptLimit;
  ofAddress: AttemptLimit;
  ofActivationMails: AttemptLimit;
}

/**
 * Ten failures an account stop guessing. Fifty an address leave room for a company behind one, and count
 * once they have failed: an office that signs in at the same minute is not refused. Three mails with the
 * same link are as many as somebody looks for.
 */
export const signInLimits = (pool: pg.Pool): SignInLimits => ({
  ofAccount: attemptLimit(pool, 'account', 10),
  ofAddress: attemptLimit(pool, 'address', 50),
  ofActivationMails: attemptLimit(pool, 'activation-mails', 3),
});

/** Ten wrong codes a person, like wrong passwords: of a million codes, three are right at any time. */
export const secondStepLimit = (pool: pg.Pool): AttemptLimit => attemptLimit(pool, 'second-step', 10);

/**
 * The person of a mail address and password. An unknown address and a wrong password get the same
 * answer, 401, after the same time; too many of them 429. An account that waits for its mailed link to be
 * followed is 403, and gets the link once more; one that was deactivated is 403.
 */
export async function signIn(
  db: Db,
  queue: Queue,
  limits: SignInLimits,
  credentials: { username: string; password: string },
  address: string,
): Promise<SignedIn> {
  const account = credentials.username.toLowerCase();
  await limits.ofAddress.check(address);
  await limits.ofAccount.begin(account);
  const person = await db
    .selectFrom('people')
    .select(['id', 'language', 'session_epoch', 'password_hash', 'activated_at', 'deactivated_at'])
    .where(sql`lower(email)`, '=', account)
    .executeTakeFirst();
  if (!(await isPassword(person?.password_hash, credentials.password)) || !person) {
    await limits.ofAddress.failed(address);
    throw new ProblemError(401, 'badCredentials');
  }
  await limits.ofAccount.forget(account);
  if (person.deactivated_at) throw new ProblemError(403, 'deactivated');
  if (!person.activated_at) {
    await mailLinkAgain(db, queue, limits.ofActivationMails, person.id);
    throw new ProblemError(403, 'notActivated');
  }
  return { id: person.id, language: person.language, session_epoch: person.session_epoch };
}

/** Mails the link that activates once more, unless that has been done often enough just now. */
async function mailLinkAgain(db: Db, queue: Queue, limit: AttemptLimit, personId: number): Promise<void> {
  const mayMail = await limit.begin(String(personId)).then(
    () => true,
    (refusal) => {
      if (refusal instanceof ProblemError) return false;
      throw refusal;
    },
  );
  if (!mayMail) return;
  const enqueue = await queue.enqueuer(linkMails);
  await enqueue(db, { personId, purpose: 'activate' });
}

/** Removes the counts of failed attempts that have run out. */
export async function removeExpiredAttempts(db: Db): Promise<void> {
  await sql`delete from failed_attempts where expire < ${Date.now()}`.execute(db);
}

/** Forgets what was counted of a person, of every kind, by mail address or id: nothing of a deleted account is left. */
export async function removeAttemptsOf(tx: Db, person: Pick<Person, 'id' | 'email'>): Promise<void> {
  await sql`
    delete from failed_attempts
    where substr(key, strpos(key, ':') + 1) in (${person.email.toLowerCase()}, ${String(person.id)})`.execute(
    tx,
  );
}
