import type pg from 'pg';
import { type AttemptLimit, addressLimit, attemptLimit } from '../../kit/attempt-limit.ts';
import { type AccountLimit, accountLimit } from './account-limit.ts';

export interface SignInLimits {
  ofAccount: AccountLimit;
  ofAddress: AttemptLimit;
  ofActivationMails: AttemptLimit;
}

/**
 * Returns the limits for signing in. An account is blocked for a network address after ten failures from there, and for
 * all unknown browsers after a hundred failures in total: an uncommon password cannot be guessed in a hundred tries.
 * Failures on any account also count towards a limit of fifty per address, which leaves room for a company that shares
 * one address. That limit counts only failed attempts, so that an office where everybody signs in at once is not
 * refused. Three more activation emails are enough for anybody.
 */
export const signInLimits = (pool: pg.Pool): SignInLimits => ({
  ofAccount: accountLimit(pool, 'account', 100),
  ofAddress: addressLimit(pool, 'address', 50),
  ofActivationMails: attemptLimit(pool, 'activation-mails', 3),
});

/**
 * Allows thirty wrong codes per person from all unknown browsers combined: only three of the million possible
 * codes are valid at any time.
 */
export const secondStepLimit = (pool: pg.Pool): AccountLimit => accountLimit(pool, 'second-step', 30);

/** Allows ten wrong passwords or codes while a signed-in person changes how they sign in. */
export const proofLimit = (pool: pg.Pool): AttemptLimit => attemptLimit(pool, 'proof', 10);
