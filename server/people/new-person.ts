import type { Temporal } from 'temporal-polyfill';
import type { Language } from '../../contract/kit/fields.ts';
import type { Db } from '../db/db.ts';
import { violation } from '../kit/problem-error.ts';
import { newNameShown } from '../platform/settings/config.ts';
import { withdrawLinksOf } from './mailed-links/mailed-link.ts';
import { shownSortName } from './person-change.ts';

/** The initial values of an account. */
export interface NewPerson {
  givenName: string;
  surname: string;
  email: string;
  language: Language;
  /** Null if the person only signs in with an identity provider. */
  passwordHash: string | null;
  guestCodeId: number | null;
  /** Null if the account is not active until the person follows the mailed link. */
  activatedAt: Temporal.Instant | null;
}

/**
 * Creates an account and returns its id. Throws 422 if the address already has an account. Must run in a transaction.
 */
export async function createPerson(tx: Db, entry: NewPerson, now: Temporal.Instant): Promise<number> {
  const nameShown = await newNameShown(tx);
  const person = await tx
    .insertInto('people')
    .values({
      email: entry.email,
      given_name: entry.givenName,
      surname: entry.surname,
      name_shown: nameShown,
      sort_name: shownSortName(entry, { nameShown, nickname: null }),
      language: entry.language,
      password_hash: entry.passwordHash,
      guest_code_id: entry.guestCodeId,
      activated_at: entry.activatedAt?.toString() ?? null,
      created_at: now.toString(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!person) throw violation('email', 'email.taken');
  return person.id;
}

/** Makes a person an organiser. Must run in a transaction. */
export async function makeOrganiser(tx: Db, personId: number): Promise<void> {
  await tx.updateTable('people').set({ role: 'organiser' }).where('id', '=', personId).execute();
}

/**
 * Activates a person whose address was verified without a mailed link. An existing password may have been set
 * by somebody else who signed up with the address, so the password and all mailed links are deleted.
 */
export async function activateVerified(tx: Db, personId: number, now: Temporal.Instant): Promise<void> {
  await activate(tx, personId, now);
  await tx.updateTable('people').set({ password_hash: null }).where('id', '=', personId).execute();
  await withdrawLinksOf(tx, personId);
}

/** Activates a person's account. */
export async function activate(tx: Db, personId: number, now: Temporal.Instant): Promise<void> {
  await tx.updateTable('people').set({ activated_at: now.toString() }).where('id', '=', personId).execute();
}
