import { Temporal } from 'temporal-polyfill';
import type { Db } from '../../db/db.ts';
import { mailDomainOf } from '../../people/mail-domain.ts';
import { accountOf, type VerifiedIdentity } from './identity.ts';
import type { ProviderSettings } from './provider-settings.ts';

/** What people must enter when they sign in through a service for the first time. */
export type RequiredProof = 'password' | 'firstPassword' | 'guestCode' | 'names';

/**
 * People with an account enter its password; invited people must first choose one. An address in one of the service's
 * mail domains needs nothing more. Everybody else needs a guest code.
 */
export async function requiredProofOf(
  db: Db,
  { mailDomains }: Pick<ProviderSettings, 'mailDomains'>,
  email: string,
): Promise<RequiredProof> {
  const account = await accountOf(db, email).executeTakeFirst();
  if (account) return account.password_hash || account.activated_at ? 'password' : 'firstPassword';
  return mailDomains.includes(mailDomainOf(email)) ? 'names' : 'guestCode';
}

/**
 * Whether an identity may open the account with its address without a password: a trusted service has verified the
 * address, and the account was activated by a mailed link or is not active yet. Otherwise somebody else may have
 * created the account and would keep access.
 */
export function canLinkAutomatically(
  { isVouchedFor }: VerifiedIdentity,
  { created_at, activated_at }: { created_at: Temporal.Instant; activated_at: Temporal.Instant | null },
): boolean {
  return isVouchedFor && (activated_at === null || Temporal.Instant.compare(activated_at, created_at) > 0);
}
