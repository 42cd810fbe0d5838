import type { Temporal } from 'temporal-polyfill';
import type { Db } from '../db/db.ts';
import type { AttemptLimit } from '../kit/attempt-limit.ts';
import { notFound, violation } from '../kit/problem-error.ts';
import { findLink, passwordPurposes, useLink } from '../people/mailed-link.ts';
import { hashPassword, isCommonPassword, setPassword } from '../people/password.ts';
import { endSessionsOf } from '../sessions/session.ts';

/**
 * What a link for a password was mailed for, and to whom. Throws 404 where it cannot be used any more, or never could.
 */
export async function linkForPassword(db: Db, token: string, now: Temporal.Instant) {
  const link = await findLink(db, token, passwordPurposes, now);
  if (!link) throw notFound();
  const { purpose, email } = link;
  return { isInvitation: purpose === 'invite', email };
}

/**
 * Sets a new password by a mailed link: once, with all sessions closed and the account active, since the
 * address is proven. Who forgot it has often tried too many: those attempts are forgotten too.
 * Throws 404 where the link cannot be used, 422 for a common password.
 */
export async function resetPassword(
  db: Db,
  attempts: AttemptLimit,
  link: string,
  password: string,
  now: Temporal.Instant,
): Promise<void> {
  await linkForPassword(db, link, now);
  if (isCommonPassword(password)) throw violation('password', 'password.common');
  const passwordHash = await hashPassword(password);
  const email = await db.transaction().execute(async (tx) => {
    const personId = await useLink(tx, link, passwordPurposes, now);
    if (personId === undefined) throw notFound();
    await endSessionsOf(tx, personId);
    return setPassword(tx, personId, passwordHash, now);
  });
  await attempts.forget(email.toLowerCase());
}
