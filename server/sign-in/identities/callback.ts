import type { Temporal } from 'temporal-polyfill';
import type { Language } from '../../../contract/kit/fields.ts';
import type { Db } from '../../db/db.ts';
import type { Clock } from '../../kit/platform-day.ts';
import { ProblemError } from '../../kit/problem-error.ts';
import { activateVerified } from '../../people/new-person.ts';
import { startLanguage } from '../../platform/settings/config.ts';
import { readSignedIn } from '../sessions/session.ts';
import type { SignedIn } from '../sessions/signed-in.ts';
import { createAccount, type NewAccount } from '../sign-up/new-account.ts';
import { canLinkAutomatically, requiredProofOf } from './access.ts';
import {
  accountOf,
  addIdentity,
  findPersonOf,
  type Identity,
  isVerified,
  type VerifiedIdentity,
} from './identity.ts';
import { IdentityError } from './identity-error.ts';
import type { Provider } from './provider.ts';

/**
 * Returns the person to sign in for an identity, or the identity itself if the person must still enter something.
 * People who need no guest code and have a name get an account immediately. Throws an IdentityError if a new person's
 * address has not been verified: such an account would lock out the owner of the address and stay accessible to its
 * creator.
 */
export async function handleCallback(
  db: Db,
  provider: Provider,
  identity: Identity,
  language: Language,
  clock: Clock,
): Promise<SignedIn | VerifiedIdentity> {
  const known = await findPersonOf(db, identity);
  if (known?.deactivated_at) throw new IdentityError('deactivated', undefined, { personId: known.id });
  if (known) return known;
  if (!isVerified(identity)) throw new IdentityError('unverified');
  const opened = await openAccount(db, identity, clock.now);
  if (opened) return opened;
  const { email, givenName, surname } = identity;
  if (!givenName || !surname) return identity;
  if ((await requiredProofOf(db, provider, email)) !== 'names')
    // The same person's second sign-in may have created the account just now.
    return (await findPersonOf(db, identity)) ?? identity;
  const entry = {
    givenName,
    surname,
    language: await startLanguage(db, language),
    guestCode: null,
    consent: 'later' as const,
  };
  return makeAccount(db, identity, entry, clock).catch(async (error) => {
    if (!(error instanceof ProblemError)) throw error;
    // Another request has created an account with this address, perhaps the same person's second sign-in.
    return (await findPersonOf(db, identity)) ?? identity;
  });
}

/**
 * Links an identity to the account with the same address, if no password is required, and activates the account if
 * necessary. Throws an IdentityError if the account is deactivated.
 */
async function openAccount(
  db: Db,
  identity: VerifiedIdentity,
  now: Temporal.Instant,
): Promise<SignedIn | undefined> {
  return db.transaction().execute(async (tx) => {
    const account = await accountOf(tx, identity.email).forUpdate().executeTakeFirst();
    if (!account) return undefined;
    // If the same person signs in twice concurrently, the first request has already linked the identity.
    const known = await findPersonOf(tx, identity);
    if (known) return known;
    if (!canLinkAutomatically(identity, account)) return undefined;
    if (account.deactivated_at) throw new IdentityError('deactivated', undefined, { personId: account.id });
    if (account.activated_at === null) await activateVerified(tx, account.id, now);
    await addIdentity(tx, identity, account.id, now);
    return readSignedIn(tx, account.id);
  });
}

/**
 * Creates an account without a password and links the identity to it. Throws 422 for an address that already has an
 * account, and for a guest code that cannot be used.
 */
export async function makeAccount(
  db: Db,
  identity: VerifiedIdentity,
  entry: Pick<NewAccount, 'givenName' | 'surname' | 'language' | 'guestCode' | 'consent'>,
  clock: Clock,
): Promise<SignedIn> {
  return db.transaction().execute(async (tx) => {
    const account = { ...entry, email: identity.email, passwordHash: null, isActive: true };
    const id = await createAccount(tx, account, clock);
    await addIdentity(tx, identity, id, clock.now);
    return { id, language: entry.language, session_epoch: 0 };
  });
}
