import type pg from 'pg';
import type * as z from 'zod/mini';
import type { SignUp } from '../../../contract/accounts.ts';
import type { Db } from '../../db/db.ts';
import { type AttemptLimit, addressLimit, attemptLimit } from '../../kit/attempt-limit.ts';
import type { Clock } from '../../kit/platform-day.ts';
import { ProblemError, violation } from '../../kit/problem-error.ts';
import type { Queue } from '../../kit/queue.ts';
import { linkMails } from '../../people/mailed-links/activation-and-reset-mail.ts';
import { resendInvitationOrActivation } from '../../people/mailed-links/resend-invitation.ts';
import { mustVerifyEmail } from '../../platform/settings/config.ts';
import { mustNotBeEasy } from '../passwords/easy-password.ts';
import { hashPassword } from '../passwords/password-hash.ts';
import { createAccount } from './new-account.ts';

export interface SignUpLimits {
  ofRefusedCodes: AttemptLimit;
  ofSignUps: AttemptLimit;
  ofMailsAgain: AttemptLimit;
}

/**
 * Returns the limits for signing up. Fifty refused codes per network address are too few to guess a code, but enough
 * for an office with a misprinted leaflet. A thousand sign-ups in 15 minutes are enough for a company that signs up
 * together behind one address, but too few for a script with a leaked code to fill the platform overnight. Three emails
 * per existing account are enough for anybody.
 */
export const signUpLimits = (pool: pg.Pool): SignUpLimits => ({
  ofRefusedCodes: addressLimit(pool, 'guest-code', 50),
  ofSignUps: addressLimit(pool, 'sign-up', 1000),
  ofMailsAgain: attemptLimit(pool, 'way-in-mails', 3),
});

/**
 * Creates an account and counts one use of its guest code, in one transaction. The account is active
 * immediately, unless the configuration requires following a mailed link first. People who were invited, or
 * have signed up without activating their account, get their invitation or activation email again. Throws 422
 * for an address that already has an account, an easy password, a guest code that cannot be used, or consent
 * to a text that is not the current one; 429 after too many refused codes, or sign-ups, from a network
 * address.
 */
export async function signUp(
  db: Db,
  queue: Queue,
  limits: SignUpLimits,
  entry: z.output<typeof SignUp>,
  address: string,
  clock: Clock,
): Promise<{ id: number; isActive: boolean }> {
  return withinLimits(limits, address, () => makeAccount(db, queue, entry, clock)).catch(async (error) => {
    if (!(error instanceof ProblemError) || error.complaints[0]?.key !== 'email.taken') throw error;
    await resendInvitationOrActivation(db, queue, limits.ofMailsAgain, entry.email);
    // All addresses with an account get the same error, so that it does not reveal who was invited.
    throw violation('email', 'email.takenAtSignUp');
  });
}

/**
 * Creates an account within the limits of the network address. Sign-ups and refused codes are counted separately.
 * Throws 429 if a limit is exceeded.
 */
export async function withinLimits<Account>(
  { ofRefusedCodes, ofSignUps }: SignUpLimits,
  address: string,
  make: () => Promise<Account>,
): Promise<Account> {
  await ofRefusedCodes.check(address);
  await ofSignUps.begin(address).catch((refusal: unknown) => {
    throw refusal instanceof ProblemError ? tooManySignUps(refusal) : refusal;
  });
  try {
    return await make();
  } catch (error) {
    if (error instanceof ProblemError && error.complaints.some((one) => one.propertyPath === 'guestCode'))
      await ofRefusedCodes.failed(address);
    throw error;
  }
}

const tooManySignUps = ({ retryAfterSeconds }: ProblemError) =>
  new ProblemError(429, 'tooManySignUps', [], retryAfterSeconds);

async function makeAccount(
  db: Db,
  queue: Queue,
  entry: z.output<typeof SignUp>,
  clock: Clock,
): Promise<{ id: number; isActive: boolean }> {
  await mustNotBeEasy(db, entry.password, entry);
  const { password, ...account } = entry;
  const passwordHash = await hashPassword(password);
  const enqueue = (await mustVerifyEmail(db)) ? await queue.enqueuer(linkMails) : undefined;
  const isActive = enqueue === undefined;
  return db.transaction().execute(async (tx) => {
    const id = await createAccount(tx, { consent: undefined, ...account, passwordHash, isActive }, clock);
    await enqueue?.(tx, { personId: id, purpose: 'activate' });
    return { id, isActive };
  });
}
