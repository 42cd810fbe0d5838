import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Language } from '../../../contract/kit/fields.ts';
import type { Db } from '../../db/db.ts';
import { sortName } from '../person.ts';

/** The initial data of an account created by an organiser. */
export interface Newcomer {
  givenName: string;
  surname: string;
  email: string;
  language: Language;
}

/** The given addresses that have an account, in lower case. */
export async function knownAddresses(db: Db, addresses: string[]): Promise<Set<string>> {
  const lower = addresses.map((address) => address.toLowerCase());
  const { rows } = await sql<{ email: string }>`
    select lower(email) as email from people where lower(email) = any(${lower}::text[])`.execute(db);
  return new Set(rows.map(({ email }) => email));
}

/**
 * Creates many accounts in a transaction, which wait for their mailed link; returns the ids by address in lower case.
 * People who already have an account are left unchanged and are not included.
 */
export async function createPeople(
  tx: Db,
  newcomers: Newcomer[],
  now: Temporal.Instant,
): Promise<Map<string, number>> {
  if (newcomers.length === 0) return new Map();
  const made = await tx
    .insertInto('people')
    .values(
      newcomers.map(({ givenName, surname, email, language }) => ({
        email,
        given_name: givenName,
        surname,
        sort_name: sortName(givenName, surname),
        language,
        password_hash: null,
        guest_code_id: null,
        activated_at: null,
        created_at: now.toString(),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'email'])
    .execute();
  return new Map(made.map(({ id, email }) => [email.toLowerCase(), id]));
}
