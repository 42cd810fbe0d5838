import { createHash, randomBytes } from 'node:crypto';
import type { Temporal } from 'temporal-polyfill';
import type { Language } from '../../../contract/kit/fields.ts';
import type { Db } from '../../db/db.ts';
import type { Tables } from '../../db/tables.ts';

export type LinkPurpose = Tables['mailed_links']['purpose'];

/**
 * How long links are valid, in minutes. A reset link gives access to an account, and an hour is enough to read the
 * email. An activation link gives no access, so it may be opened after a weekend.
 */
const minutesValid: Record<LinkPurpose, number> = {
  'reset-password': 60,
  activate: 3 * 24 * 60,
  // An invitation gives access to an empty account only, and recipients may be on holiday.
  invite: 14 * 24 * 60,
};

/** The purposes of links that set a password. */
export const passwordPurposes: LinkPurpose[] = ['reset-password', 'invite'];

/** Hashes a link's secret. Only the hash is stored, so reading the table does not reveal usable links. */
const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

/** Creates a link for a person and returns its secret part, which is not stored anywhere. */
export async function makeLink(
  db: Db,
  personId: number,
  purpose: LinkPurpose,
  now: Temporal.Instant,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await db
    .insertInto('mailed_links')
    .values({
      token_hash: hashOf(token),
      person_id: personId,
      purpose,
      expires_at: now.add({ minutes: minutesValid[purpose] }).toString(),
    })
    .execute();
  return token;
}

/** Revokes a link whose email could not be sent. */
export async function withdrawLink(db: Db, token: string): Promise<void> {
  await db.deleteFrom('mailed_links').where('token_hash', '=', hashOf(token)).execute();
}

interface LinkRecipient {
  purpose: LinkPurpose;
  email: string;
  language: Language;
  givenName: string;
  surname: string;
}

/** Returns the purpose and the recipient of a link, or undefined if the link cannot be used. */
export async function findLink(
  db: Db,
  token: string,
  purposes: LinkPurpose[],
  now: Temporal.Instant,
): Promise<LinkRecipient | undefined> {
  return db
    .selectFrom('mailed_links')
    .innerJoin('people', 'people.id', 'person_id')
    .select(['purpose', 'email', 'language', 'given_name as givenName', 'surname'])
    .where('token_hash', '=', hashOf(token))
    .where('purpose', 'in', purposes)
    .where('expires_at', '>', now.toString() as never)
    .executeTakeFirst();
}

/**
 * Marks a link, and all links that it makes obsolete, as used. Returns the recipient's id, or undefined if the link is
 * invalid. If another of the person's links is used concurrently, the second use waits for the lock on the person's row
 * and then finds its link already used.
 */
export async function useLink(
  tx: Db,
  token: string,
  purposes: LinkPurpose[],
  now: Temporal.Instant,
): Promise<number | undefined> {
  const person = await tx
    .selectFrom('people')
    .select('id')
    .where('id', '=', (eb) =>
      eb
        .selectFrom('mailed_links')
        .select('person_id')
        .where('token_hash', '=', hashOf(token))
        .where('purpose', 'in', purposes)
        .where('expires_at', '>', now.toString() as never),
    )
    .forUpdate()
    .executeTakeFirst();
  if (!person) return undefined;
  const used = await tx
    .deleteFrom('mailed_links')
    .where('person_id', '=', person.id)
    // Setting a password also activates the account, which makes activation links obsolete.
    .where('purpose', 'in', purposes.includes('activate') ? ['activate'] : ['activate', ...passwordPurposes])
    .returning('token_hash')
    .execute();
  return used.some(({ token_hash }) => token_hash === hashOf(token)) ? person.id : undefined;
}

/**
 * Revokes all links of a person, because they were mailed to an address that is no longer the person's. Must run in a
 * transaction.
 */
export async function withdrawLinksOf(tx: Db, personId: number): Promise<void> {
  await tx.deleteFrom('mailed_links').where('person_id', '=', personId).execute();
}

/** Removes expired links. */
export async function removeExpiredLinks(db: Db, now: Temporal.Instant): Promise<void> {
  await db
    .deleteFrom('mailed_links')
    .where('expires_at', '<', now.toString() as never)
    .execute();
}
