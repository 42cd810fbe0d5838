import { createHash, randomBytes } from 'node:crypto';
import type { Temporal } from 'temporal-polyfill';
import type { Language } from '../../../contract/kit/fields.ts';
import type { Db } from '../../db/db.ts';
import type { Tables } from '../../db/tables.ts';

export type LinkPurpose = Tables['mailed_links']['purpose'];

/**
 * A link for a new password opens an account: an hour is long enough to read the mail. An activation link opens
 * nothing, and may wait over a weekend.
 */
const minutesValid: Record<LinkPurpose, number> = {
  'reset-password': 60,
  activate: 3 * 24 * 60,
  // Opens an account that nothing is in yet, and is sent to whole companies: holidays lie between.
  invite: 14 * 24 * 60,
};

/** What a link for a new password may have been made for. */
export const passwordPurposes: LinkPurpose[] = ['reset-password', 'invite'];

/** Only the hash is stored: reading the table does not reveal usable links. */
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

/** Revokes a link whose mail could not be sent. */
export async function withdrawLink(db: Db, token: string): Promise<void> {
  await db.deleteFrom('mailed_links').where('token_hash', '=', hashOf(token)).execute();
}

/** What a link was mailed for, and to whom; nothing if it cannot be used. */
export async function findLink(
  db: Db,
  token: string,
  purposes: LinkPurpose[],
  now: Temporal.Instant,
): Promise<{ purpose: LinkPurpose; email: string; language: Language } | undefined> {
  return db
    .selectFrom('mailed_links')
    .innerJoin('people', 'people.id', 'person_id')
    .select(['purpose', 'email', 'language'])
    .where('token_hash', '=', hashOf(token))
    .where('purpose', 'in', purposes)
    .where('expires_at', '>', now.toString() as never)
    .executeTakeFirst();
}

/**
 * Uses a link up, with all links that it makes obsolete, and returns its person's id; nothing if it is not valid. A
 * concurrent use of a link of the same person waits for the person's row, and then finds the link used.
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
    // A new password activates as well.
    .where('purpose', 'in', purposes.includes('activate') ? ['activate'] : ['activate', ...passwordPurposes])
    .returning('token_hash')
    .execute();
  return used.some(({ token_hash }) => token_hash === hashOf(token)) ? person.id : undefined;
}

/** Revokes all links of a person, in a transaction: those mailed to an address that is no longer theirs. */
export async function withdrawLinksOf(tx: Db, personId: number): Promise<void> {
  await tx.deleteFrom('mailed_links').where('person_id', '=', personId).execute();
}

/** Removes the links that have run out. */
export async function removeExpiredLinks(db: Db, now: Temporal.Instant): Promise<void> {
  await db
    .deleteFrom('mailed_links')
    .where('expires_at', '<', now.toString() as never)
    .execute();
}
