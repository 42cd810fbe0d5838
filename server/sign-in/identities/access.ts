import { Temporal } from 'temporal-polyfill';
import type { Db } from '../../db/db.ts';
import { mailDomainOf } from '../../people/mail-domain.ts';
import { accountOf, type VerifiedIdentity } from './identity.ts';
import type { ProviderSettings } from './provider-settings.ts';

/** What is asked of somebody who comes from a service for the first time. */
export type RequiredProof = 'password' | 'firstPassword' | 'guestCode' | 'names';

/**
 * Who has an account with the address proves by its password that it is theirs; who was invited has to choose one first.
 * An address of a domain that the
 * service's settings name opens the door by itself. Everybody else needs a guest code.
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
 * Whether an identity opens the account with its address by itself: a trusted service vouches for the address, and
 * whoever made the account was shown to have the address by a mailed link, or cannot sign in to it yet. An account that
 * was never held against its address may have been made by somebody else, who would keep a way in.
 */
export function canLinkAutomatically(
  { isVouchedFor }: VerifiedIdentity,
  { created_at, activated_at }: { created_at: Temporal.Instant; activated_at: Temporal.Instant | null },
): boolean {
  return isVouchedFor && (activated_at === null || Temporal.Instant.compare(activated_at, created_at) > 0);
}
