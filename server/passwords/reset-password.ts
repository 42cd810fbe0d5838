import type { Temporal } from 'temporal-polyfill';
import type { Db } from '../db/db.ts';
import type { AttemptLimit } from '../kit/attempt-limit.ts';
import { notFound, violation } from '../kit/problem-error.ts';
import { isUsable, passwordPurposes, useLink } from '../people/mailed-link.ts';
import { hashPassword, isCommonPassword, setPassword } from '../people/password.ts';
import { endSessionsOf } from '../sessions/session.ts';

/** Throws 404 where a link for a new password cannot be used any more, or never could. */
export async function mustBeUsable(db: Db, link: string, now: Temporal.Instant): Promise<void> {
  if (!(await isUsable(db, link, passwordPurposes, now))) throw notFound();
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
  await mustBeUsable(db, link, now);
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
