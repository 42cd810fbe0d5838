import type { Temporal } from 'temporal-polyfill';
import type * as z from 'zod/mini';
import type { ChangePassword } from '../../../contract/passwords.ts';
import type { Db } from '../../db/db.ts';
import type { AttemptLimit } from '../../kit/attempt-limit.ts';
import type { Visit } from '../../kit/client-info.ts';
import { ProblemError, violation } from '../../kit/problem-error.ts';
import { logSecurityEvent } from '../../management/security-log/security-log.ts';
import { withdrawLinksOf } from '../../people/mailed-links/mailed-link.ts';
import type { Person } from '../../people/person.ts';
import { setPassword } from '../../people/set-password.ts';
import { endSessionsOf, readSignedIn } from '../sessions/session.ts';
import type { SignedIn } from '../sessions/signed-in.ts';
import { mustNotBeEasy } from './easy-password.ts';
import { passwordMails } from './password-changed-mail.ts';
import { hashPassword, isPassword } from './password-hash.ts';
import type { PasswordDependencies } from './reset-password.ts';

/** The person who changes their password, and the check that their session is still valid. */
interface Changing {
  person: Person;
  visit: Visit;
  now: Temporal.Instant;
  /** Throws if the person's session has ended since the request began. */
  mayChange(tx: Db): Promise<void>;
}

/**
 * Changes the password of a signed-in person who knows the current one. Ends all sessions, invalidates mailed links,
 * and notifies the person by email. Revokes personal tokens only if requested, as apps should keep working after a
 * routine password change. Returns the person to sign in again, and the number of revoked tokens. Throws 422 for a
 * wrong or a common password, 409 if the person has no password yet, and 429 after too many wrong passwords.
 */
export async function changePassword(
  db: Db,
  { queue, endTokens }: PasswordDependencies,
  limit: AttemptLimit,
  { person, visit, now, mayChange }: Changing,
  { currentPassword, password, endTokens: isEndingTokens }: z.output<typeof ChangePassword>,
): Promise<{ signedIn: SignedIn; tokensEnded: number }> {
  await limit.begin(String(person.id));
  const before = await passwordOf(db, person.id);
  if (before === null) throw new ProblemError(409, 'noPassword');
  if (!(await isPassword(before, currentPassword))) throw violation('currentPassword', 'password.wrong');
  const owner = { givenName: person.given_name, surname: person.surname, email: person.email };
  await mustNotBeEasy(db, password, owner);
  await limit.forget(String(person.id));
  const passwordHash = await hashPassword(password);
  const notify = await queue.enqueuer(passwordMails);
  return db.transaction().execute(async (tx) => {
    await tx.selectFrom('people').select('id').where('id', '=', person.id).forUpdate().execute();
    await mayChange(tx);
    // The second of two concurrent changes is refused, as the password has changed.
    if ((await passwordOf(tx, person.id)) !== before) throw violation('currentPassword', 'password.wrong');
    await endSessionsOf(tx, person.id);
    await withdrawLinksOf(tx, person.id);
    const tokensEnded = isEndingTokens ? await endTokens(tx, person.id, visit, now) : 0;
    await setPassword(tx, person.id, passwordHash, now);
    await notify(tx, { personId: person.id, tokensEnded, at: now.toString() });
    await logSecurityEvent(tx, { kind: 'password-changed', personId: person.id }, visit, now);
    return { signedIn: await readSignedIn(tx, person.id), tokensEnded };
  });
}

async function passwordOf(db: Db, personId: number): Promise<string | null> {
  const row = await db
    .selectFrom('people')
    .select('password_hash')
    .where('id', '=', personId)
    .executeTakeFirst();
  return row?.password_hash ?? null;
}
