import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Language } from '../../../contract/kit/fields.ts';
import type { Db } from '../../db/db.ts';
import { sortName } from '../person.ts';

/** The initial data of an account that an organiser creates. */
export interface Newcomer {
  givenName: string;
  surname: string;
  email: string;
  language: Language;
  /** Where the person works; missing in imports that an earlier version has stored. */
  department?: string | null;
  location?: string | null;
}

/** Returns, in lower case, the given addresses that already have an account. */
export async function knownAddresses(db: Db, addresses: string[]): Promise<Set<string>> {
  const lower = addresses.map((address) => address.toLowerCase());
  const { rows } = await sql<{ email: string }>`
    select lower(email) as email from people where lower(email) = any(${lower}::text[])`.execute(db);
  return new Set(rows.map(({ email }) => email));
}

/**
 * Creates many accounts, which are not active until their mailed links are followed. Returns the new ids, keyed by
 * address in lower case. Existing accounts are left unchanged and are not returned. Must run in a transaction.
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
      newcomers.map(({ givenName, surname, email, language, department, location }) => ({
        email,
        given_name: givenName,
        surname,
        sort_name: sortName(givenName, surname),
        language,
        department: department ?? null,
        location: location ?? null,
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
