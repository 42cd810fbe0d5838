import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Db } from '../../db/db.ts';
import type { AttemptLimit } from '../../kit/attempt-limit.ts';
import { type Visit, visitOf } from '../../kit/client-info.ts';
import { ProblemError } from '../../kit/problem-error.ts';
import type { Queue } from '../../kit/queue.ts';
import { logSecurityEvent } from '../../management/security-log/security-log.ts';
import { linkMails } from '../../people/mailed-links/activation-and-reset-mail.ts';
import type { Person } from '../../people/person.ts';
import { browserIdFor, type KnownBrowser } from '../attempt-limits/known-browser.ts';
import type { SignInLimits } from '../attempt-limits/sign-in-limits.ts';
import { isPassword } from '../passwords/password-hash.ts';
import type { SignedIn } from './signed-in.ts';

/** The origin of a sign-in, with the browser if it is known for any account. */
export interface SignInVisit extends Visit {
  browser: KnownBrowser | undefined;
}

/** Returns the origin of a sign-in request. */
export const signInVisitOf = (request: FastifyRequest): SignInVisit => ({
  ...visitOf(request),
  browser: request.server.knownBrowsers.read(request),
});

/**
 * Returns the person with the given email address and password. Throws 401 for an unknown address or a wrong password,
 * with the same message and timing for both; 429 after too many attempts; 403 if the account is deactivated, or not
 * activated yet. An account that is not activated gets another activation email.
 */
export async function signIn(
  db: Db,
  queue: Queue,
  limits: SignInLimits,
  credentials: { username: string; password: string },
  { browser: known, ...visit }: SignInVisit,
  now: Temporal.Instant,
): Promise<SignedIn> {
  const { address } = visit;
  const account = credentials.username.toLowerCase();
  const person = await db
    .selectFrom('people')
    .select(['id', 'language', 'session_epoch', 'password_hash', 'activated_at', 'deactivated_at'])
    .where(sql`lower(email)`, '=', account)
    .executeTakeFirst();
  const log = (detail: 'password' | 'deactivated') =>
    logSecurityEvent(db, { kind: 'sign-in-failed', detail, personId: person?.id ?? null }, visit, now);
  const by = { address, browser: browserIdFor(known, person) };
  if (!by.browser) await limits.ofAddress.check(address);
  await limits.ofAccount.begin(account, by);
  if (!(await isPassword(person?.password_hash, credentials.password)) || !person) {
    if (!by.browser) await limits.ofAddress.failed(address);
    await limits.ofAccount.failed(account, by);
    await log('password');
    throw new ProblemError(401, 'badCredentials');
  }
  await limits.ofAccount.forget(account, by);
  if (person.deactivated_at) {
    await log('deactivated');
    throw new ProblemError(403, 'deactivated');
  }
  if (!person.activated_at) {
    await mailLinkAgain(db, queue, limits.ofActivationMails, person.id);
    throw new ProblemError(403, 'notActivated');
  }
  return { id: person.id, language: person.language, session_epoch: person.session_epoch };
}

/** Sends another activation email, unless too many were sent recently. */
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

/** Removes expired counts of failed attempts. */
export async function removeExpiredAttempts(db: Db): Promise<void> {
  await sql`delete from failed_attempts where expire < ${Date.now()}`.execute(db);
}

/**
 * Removes the counts of failed attempts whose key contains a person's email address or id, so that a deleted
 * account leaves neither behind.
 */
export async function removeAttemptsOf(tx: Db, person: Pick<Person, 'id' | 'email'>): Promise<void> {
  await sql`
    delete from failed_attempts
    where split_part(substr(key, strpos(key, ':') + 1), ' ', 1) in (${person.email.toLowerCase()}, ${String(person.id)})`.execute(
    tx,
  );
}
