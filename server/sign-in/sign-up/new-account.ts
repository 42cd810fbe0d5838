import type { Language } from '../../../contract/kit/fields.ts';
import type { Db } from '../../db/db.ts';
import type { Clock } from '../../kit/platform-day.ts';
import { takeGuestCode } from '../../people/guest-codes/guest-code-check.ts';
import { createPerson } from '../../people/new-person.ts';
import { consentAtSignUp } from '../../platform/consents/consent.ts';
import { joinTeamOfCode } from '../../teams/membership.ts';

export interface NewAccount {
  givenName: string;
  surname: string;
  email: string;
  language: Language;
  /** Null if the email address alone is enough to sign up. */
  guestCode: string | null;
  /** Null if the person only signs in with an identity provider. */
  passwordHash: string | null;
  /** Whether the account is active immediately. Otherwise the person must follow a mailed link first. */
  isActive: boolean;
  /** The number of the consent text that the person agrees to, or `later` to ask for consent after signing in. */
  consent: number | null | undefined | 'later';
}

/**
 * Creates an account, counts one use of its guest code, adds the person to the code's team, and returns the person's
 * id. Throws 422 for an address that already has an account, a guest code that cannot be used, or consent to a text
 * that is not the current one. Must run in a transaction.
 */
export async function createAccount(tx: Db, entry: NewAccount, clock: Clock): Promise<number> {
  const { guestCode, isActive, consent, ...person } = entry;
  const code = guestCode === null ? undefined : await takeGuestCode(tx, guestCode, entry.email, clock.now);
  const guestCodeId = code?.id ?? null;
  const activatedAt = isActive ? clock.now : null;
  const id = await createPerson(tx, { ...person, guestCodeId, activatedAt }, clock.now);
  if (consent !== 'later') await consentAtSignUp(tx, id, consent, clock.now);
  if (code) await joinTeamOfCode(tx, code, id, clock);
  return id;
}
