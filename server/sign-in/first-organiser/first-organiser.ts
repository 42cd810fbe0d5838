import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type * as z from 'zod/mini';
import type { FirstOrganiser } from '../../../contract/first-organiser.ts';
import type { Db } from '../../db/db.ts';
import { notFound } from '../../kit/problem-error.ts';
import { createPerson, makeOrganiser } from '../../people/new-person.ts';
import { startWithProtection } from '../../platform/settings/new-installation.ts';
import { mustNotBeEasy } from '../passwords/easy-password.ts';
import { hashPassword } from '../passwords/password-hash.ts';
import type { SignedIn } from '../sessions/signed-in.ts';

/**
 * How long the printed link is valid. Operators open the link immediately or the next morning, and every start of the
 * server prints a new link.
 */
const hoursValid = 24;

/** Hashes the link's secret. Only the hash is stored, so reading the table does not reveal a usable link. */
const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

/**
 * Creates the link for the first organiser, replacing the previous one, and returns its secret part, which is not
 * stored. Returns undefined if an organiser already exists.
 */
export async function makeFirstOrganiserLink(db: Db, now: Temporal.Instant): Promise<string | undefined> {
  if (await hasOrganiser(db)) return undefined;
  const token = randomBytes(32).toString('base64url');
  const link = { token_hash: hashOf(token), expires_at: now.add({ hours: hoursValid }).toString() };
  await db
    .insertInto('first_organiser_link')
    .values(link)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(link))
    .execute();
  return token;
}

/** Throws 404 if the link was used, has expired, or was replaced by a later server start. */
export async function mustOpenFirstOrganiser(db: Db, token: string, now: Temporal.Instant): Promise<void> {
  const link = await db
    .selectFrom('first_organiser_link')
    .select('id')
    .where('token_hash', '=', hashOf(token))
    .where('expires_at', '>', now.toString() as never)
    .executeTakeFirst();
  if (!link || (await hasOrganiser(db))) throw notFound();
}

/**
 * Creates the first organiser, with the settings of a new installation if nobody has an account yet, and deletes the
 * printed link, so that only one of two concurrent uses succeeds. Throws 404 if the link is invalid, 422 for an easy
 * password or an address that already has an account.
 */
export async function createFirstOrganiser(
  db: Db,
  token: string,
  entry: z.output<typeof FirstOrganiser>,
  now: Temporal.Instant,
): Promise<SignedIn> {
  await mustOpenFirstOrganiser(db, token, now);
  await mustNotBeEasy(db, entry.password, entry);
  const { password, ...person } = entry;
  const passwordHash = await hashPassword(password);
  const id = await db.transaction().execute(async (tx) => {
    await useLink(tx, token);
    await startWithProtection(tx);
    const made = await createPerson(
      tx,
      { ...person, passwordHash, guestCodeId: null, activatedAt: now },
      now,
    );
    await makeOrganiser(tx, made);
    return made;
  });
  return { id, language: entry.language, session_epoch: 0 };
}

async function useLink(tx: Db, token: string): Promise<void> {
  const used = await tx
    .deleteFrom('first_organiser_link')
    .where('token_hash', '=', hashOf(token))
    .returning('id')
    .execute();
  if (used.length === 0 || (await hasOrganiser(tx))) throw notFound();
}

async function hasOrganiser(db: Db): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`
    select exists (select from people where role = 'organiser') as there`.execute(db);
  return rows[0]?.there ?? false;
}
