import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import { type Language, language as languageSchema } from '../../../contract/kit/fields.ts';
import { email as emailSchema } from '../../../contract/people.ts';
import type { Db } from '../../db/db.ts';
import { storableText } from '../../kit/storable-text.ts';
import type { SignedIn } from '../sessions/signed-in.ts';
import { type GroupGrants, groupGrantsOf } from './groups/group-grants.ts';
import type { Provider } from './provider.ts';

/** A person as identified by an identity provider. */
export interface Identity {
  issuer: string;
  subject: string;
  /** The email address, if the provider has verified it. */
  email: string | undefined;
  /** Whether a trusted provider has verified the address. */
  isVouchedFor: boolean;
  givenName: string;
  surname: string;
  language: Language | undefined;
  /**
   * The role and team that the person's groups give; undefined if the provider's groups give nothing,
   * `unknown` if the provider omitted the groups.
   */
  grants?: GroupGrants | 'unknown' | undefined;
}

/** A person whose address is verified. */
export type VerifiedIdentity = Identity & { email: string };

export const isVerified = (identity: Identity): identity is VerifiedIdentity => identity.email !== undefined;

/** A provider's claims about a person, with the names of OpenID Connect. */
export type Claims = Record<string, unknown> & { iss: string; sub: string };

/**
 * Converts a provider's claims about a person to an identity. Ignores an unverified address, which could be
 * anybody's.
 */
export function identityOf(provider: Provider, claims: Claims): Identity {
  // Some providers send this claim as a string.
  const isVerified = [true, 'true'].includes(claims.email_verified as never);
  const isTheirs = isVerified || provider.trustAddresses;
  const isDeclaredUnverified = claims.email_verified !== undefined && !isVerified;
  const [first = '', ...rest] = textOf(claims.name).split(' ');
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: isTheirs ? emailSchema.safeParse(claims.email).data : undefined,
    isVouchedFor: provider.trusted && isTheirs && !isDeclaredUnverified,
    givenName: textOf(claims.given_name) || first,
    surname: textOf(claims.family_name) || rest.join(' '),
    language: languageSchema.safeParse(textOf(claims.locale).slice(0, 2).toLowerCase()).data,
    grants: groupGrantsOf(provider, claims),
  };
}

/** Returns a name that the database can store. */
const textOf = (claim: unknown) => storableText(typeof claim === 'string' ? claim : '', 100);

/** Finds the person that an identity is linked to. */
export function findPersonOf(
  db: Db,
  { issuer, subject }: Pick<Identity, 'issuer' | 'subject'>,
): Promise<(SignedIn & { deactivated_at: Temporal.Instant | null }) | undefined> {
  return db
    .selectFrom('identities')
    .innerJoin('people', 'people.id', 'identities.person_id')
    .select(['people.id', 'people.language', 'people.session_epoch', 'people.deactivated_at'])
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
}

/** Returns a query for the account with the given email address. */
export function accountOf(db: Db, email: string) {
  return db
    .selectFrom('people')
    .select(['id', 'password_hash', 'created_at', 'activated_at', 'deactivated_at'])
    .where(sql`lower(email)`, '=', email.toLowerCase());
}

/** Links an identity to a person. */
export async function addIdentity(
  tx: Db,
  { issuer, subject }: Pick<Identity, 'issuer' | 'subject'>,
  personId: number,
  now: Temporal.Instant,
): Promise<void> {
  await tx
    .insertInto('identities')
    .values({ issuer, subject, person_id: personId, created_at: now.toString() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
