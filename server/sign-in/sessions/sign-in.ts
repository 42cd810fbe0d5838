import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Temporal } from 'temporal-polyfill';
import type { Db } from '../../db/db.ts';
import { type AttemptLimit, addressLimit, attemptLimit } from '../../kit/attempt-limit.ts';
import { type Visit, visitOf } from '../../kit/client-info.ts';
import { ProblemError } from '../../kit/problem-error.ts';
import type { Queue } from '../../kit/queue.ts';
import { logSecurityEvent } from '../../management/security-log/security-log.ts';
import { linkMails } from '../../people/mailed-links/link-mail.ts';
import { isPassword } from '../../people/password.ts';
import type { Person } from '../../people/person.ts';
import { browserIdFor, type KnownBrowser } from './known-browser.ts';
import type { SignedIn } from './session.ts';
import { type AccountLimit, accountLimit } from './sign-in-limit.ts';

export interface SignInLimits {
  ofAccount: AccountLimit;
  ofAddress: AttemptLimit;
  ofActivationMails: AttemptLimit;
}

/**
 * Ten failures per address stop guessing at an account from there, a hundred from all addresses together: an uncommon
 * password cannot be guessed in a hundred tries. Fifty per address for all accounts leave room for a company behind one
 * address, and are counted after failing, so that an office that signs in at the same minute is not refused. Three
 * mails with the same link are enough for anybody.
 */
export const signInLimits = (pool: pg.Pool): SignInLimits => ({
  ofAccount: accountLimit(pool, 'account', 100),
  ofAddress: addressLimit(pool, 'address', 50),
  ofActivationMails: attemptLimit(pool, 'activation-mails', 3),
});

/** Thirty wrong codes per person from all addresses: of a million codes, three are valid at any time. */
export const secondStepLimit = (pool: pg.Pool): AccountLimit => accountLimit(pool, 'second-step', 30);

/** Ten wrong passwords or codes of a signed-in person who changes how they sign in. */
export const proofLimit = (pool: pg.Pool): AttemptLimit => attemptLimit(pool, 'proof', 10);

/** The origin of a sign-in. */
export interface SignInVisit extends Visit {
  browser: KnownBrowser | undefined;
}

/** The origin of a sign-in request. */
export const signInVisitOf = (request: FastifyRequest): SignInVisit => ({
  ...visitOf(request),
  browser: request.server.knownBrowsers.read(request),
});

/**
 * The person with a mail address and password. An unknown address and a wrong password get the same answer, 401, after
 * the same time; too many attempts get 429. An account that is not activated gets 403 and another activation mail; a
 * deactivated one gets 403.
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

/** Mails the activation link again, unless that was done often enough recently. */
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

/** Removes all attempt counts of a person, by mail address or id, so that a deleted account leaves nothing behind. */
export async function removeAttemptsOf(tx: Db, person: Pick<Person, 'id' | 'email'>): Promise<void> {
  await sql`
    delete from failed_attempts
    where split_part(substr(key, strpos(key, ':') + 1), ' ', 1) in (${person.email.toLowerCase()}, ${String(person.id)})`.execute(
    tx,
  );
}
