import { Temporal } from 'temporal-polyfill';
import type { Db } from '../../db/db.ts';
import { mailDomainOf } from '../../people/mail-domain.ts';
import { accountOf, type VerifiedIdentity } from './identity.ts';
import type { ProviderSettings } from './provider-settings.ts';

/** What people must enter when they sign in with an identity provider for the first time. */
export type RequiredProof = 'password' | 'firstPassword' | 'guestCode' | 'names';

/**
 * Returns what a person must enter. People with an account enter their password; invited people must first
 * choose a password. People with an address in one of the provider's email domains enter only their name, if
 * the provider has not sent it. Everybody else needs a guest code.
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
 * Returns whether somebody who signs in with an identity provider may open the account that has the same address,
 * without entering its password. This requires that a trusted provider has verified the address, and that the account
 * was activated by a mailed link or is not active yet. Otherwise somebody else may have created the account and would
 * keep access.
 */
export function canLinkAutomatically(
  { isVouchedFor }: VerifiedIdentity,
  { created_at, activated_at }: { created_at: Temporal.Instant; activated_at: Temporal.Instant | null },
): boolean {
  return isVouchedFor && (activated_at === null || Temporal.Instant.compare(activated_at, created_at) > 0);
}
