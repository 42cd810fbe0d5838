import type pg from 'pg';
import { type AttemptLimit, addressLimit, attemptLimit } from '../../kit/attempt-limit.ts';
import { type AccountLimit, accountLimit } from './account-limit.ts';

export interface SignInLimits {
  ofAccount: AccountLimit;
  ofAddress: AttemptLimit;
  ofActivationMails: AttemptLimit;
}

/**
 * An account is blocked for a network address after ten failures from there, and for all unknown browsers after a
 * hundred failures in total: an uncommon password cannot be guessed in a hundred tries. The limit of fifty failures per
 * address for all accounts leaves room for a company behind one address. It counts only failed attempts, so that an
 * office where everybody signs in at once is not refused. Three emails with the same activation link are enough for
 * anybody.
 */
export const signInLimits = (pool: pg.Pool): SignInLimits => ({
  ofAccount: accountLimit(pool, 'account', 100),
  ofAddress: addressLimit(pool, 'address', 50),
  ofActivationMails: attemptLimit(pool, 'activation-mails', 3),
});

/**
 * Allows thirty wrong codes per person from all addresses combined: of a million codes, three are valid at any time.
 */
export const secondStepLimit = (pool: pg.Pool): AccountLimit => accountLimit(pool, 'second-step', 30);

/** Allows ten wrong passwords or codes while a signed-in person changes how they sign in. */
export const proofLimit = (pool: pg.Pool): AttemptLimit => attemptLimit(pool, 'proof', 10);
