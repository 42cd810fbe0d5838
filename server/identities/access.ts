import type { Db } from '../db/db.ts';
import { mailDomainOf } from '../people/mail-domain.ts';
import { accountOf } from './identity.ts';
import type { ProviderSettings } from './provider-settings.ts';

/** What is asked of somebody who comes from a service for the first time. */
export type Asked = 'password' | 'guestCode' | 'names';

/**
 * Who has an account with the address proves by its password that it is theirs. An address of a domain that the
 * service's settings name opens the door by itself. Everybody else needs a guest code.
 */
export async function askedOf(
  db: Db,
  { mailDomains }: Pick<ProviderSettings, 'mailDomains'>,
  email: string,
): Promise<Asked> {
  if (await accountOf(db, email)) return 'password';
  return mailDomains.includes(mailDomainOf(email)) ? 'names' : 'guestCode';
}
