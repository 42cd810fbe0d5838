import type { Temporal } from 'temporal-polyfill';
import type { Db } from '../../db/db.ts';
import type { Visit } from '../../kit/client-info.ts';
import { notFound } from '../../kit/problem-error.ts';
import type { Queue } from '../../kit/queue.ts';
import { logSecurityEvent } from '../../management/security-log/security-log.ts';
import { findLink, passwordPurposes, useLink } from '../../people/mailed-links/mailed-link.ts';
import { setPassword } from '../../people/set-password.ts';
import type { AccountLimit } from '../attempt-limits/account-limit.ts';
import { endSessionsOf } from '../sessions/session.ts';
import { mustNotBeEasy } from './easy-password.ts';
import { passwordMails } from './password-changed-mail.ts';
import { hashPassword } from './password-hash.ts';

/** Returns the purpose and the recipient of a password link. Throws 404 if the link is invalid, used or expired. */
export async function linkForPassword(db: Db, token: string, now: Temporal.Instant) {
  const link = await findLink(db, token, passwordPurposes, now);
  if (!link) throw notFound();
  const { purpose, ...recipient } = link;
  return { isInvitation: purpose === 'invite', recipient };
}

/** The dependencies of a password reset, provided by other domains and the app. */
export interface PasswordDependencies {
  queue: Queue;
  /** The failed sign-ins of an account, which a reset clears. */
  attempts: AccountLimit;
  /** Revokes the personal tokens of a person, and returns how many there were. */
  endTokens(tx: Db, personId: number, visit: Visit, now: Temporal.Instant): Promise<number>;
}

/**
 * Sets a new password through a mailed link. The link works once and proves that the person owns the email address, so
 * the account is activated as well. Ends all sessions and revokes personal tokens, as somebody who knew the old
 * password may have them. Notifies the person by email, unless this is their first password. Clears failed sign-in
 * attempts. Returns the number of revoked tokens. Throws 404 if the link is invalid, 422 for an easy password.
 */
export async function resetPassword(
  db: Db,
  { queue, attempts, endTokens }: PasswordDependencies,
  link: string,
  password: string,
  visit: Visit,
  now: Temporal.Instant,
): Promise<number> {
  const { isInvitation, recipient } = await linkForPassword(db, link, now);
  await mustNotBeEasy(db, password, recipient);
  const passwordHash = await hashPassword(password);
  const notify = await queue.enqueuer(passwordMails);
  const { email, tokensEnded } = await db.transaction().execute(async (tx) => {
    const personId = await useLink(tx, link, passwordPurposes, now);
    if (personId === undefined) throw notFound();
    await endSessionsOf(tx, personId);
    const tokensEnded = await endTokens(tx, personId, visit, now);
    if (!isInvitation) await notify(tx, { personId, tokensEnded, at: now.toString() });
    const detail = isInvitation ? 'first' : undefined;
    await logSecurityEvent(tx, { kind: 'password-reset', detail, personId }, visit, now);
    return { email: await setPassword(tx, personId, passwordHash, now), tokensEnded };
  });
  await attempts.forgetAll(email.toLowerCase());
  return tokensEnded;
}
