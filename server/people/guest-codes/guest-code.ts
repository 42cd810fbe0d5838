import { randomInt } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Db } from '../../db/db.ts';
import type { Tables } from '../../db/tables.ts';
import { violation } from '../../kit/problem-error.ts';
import { mailDomainOf } from '../mail-domain.ts';

/** Normalises a guest code, ignoring case, spaces and dashes. */
export function normalisedCode(code: string): string {
  return code.replace(/[\s\p{Pd}]/gu, '').toUpperCase();
}

/** The guest code that a sign-up has used. */
export interface UsedCode {
  id: number;
  /** The team that the new person joins. */
  teamId: number | null;
}

/**
 * Counts one use of a guest code, in the transaction of the sign-up. Concurrent sign-ups wait for the row, so that only
 * one of them gets the last use. A use of a team's code also counts as a use of the code that the captain signed up
 * with, whose limits apply too. Throws 422 on `guestCode` if the code is unknown, used up or not currently valid,
 * and on `email` if the code is for other email domains.
 */
export async function takeGuestCode(
  tx: Db,
  code: string,
  email: string,
  now: Temporal.Instant,
): Promise<UsedCode> {
  const codes = tx.selectFrom('guest_codes').selectAll().forUpdate();
  const found = await codes.where('normalised_code', '=', normalisedCode(code)).executeTakeFirst();
  if (!found) throw violation('guestCode', 'guestCode.unknown');
  await countUse(tx, found, email, now);
  if (found.parent_id !== null) {
    const parent = await codes.where('id', '=', found.parent_id).executeTakeFirstOrThrow();
    await countUse(tx, parent, email, now);
  }
  return { id: found.id, teamId: found.team_id };
}

async function countUse(
  tx: Db,
  code: Selectable<Tables['guest_codes']>,
  email: string,
  now: Temporal.Instant,
): Promise<void> {
  if (code.valid_from && now.epochMilliseconds < code.valid_from.epochMilliseconds)
    throw violation('guestCode', 'guestCode.notYetValid');
  if (code.valid_until && now.epochMilliseconds > code.valid_until.epochMilliseconds)
    throw violation('guestCode', 'guestCode.expired');
  if (code.maximum_uses !== null && code.uses >= code.maximum_uses)
    throw violation('guestCode', 'guestCode.usedUp');
  const domain = mailDomainOf(email);
  const allowed = code.allowed_mail_domains;
  if (allowed.length > 0 && !allowed.some((one) => one.toLowerCase() === domain))
    throw violation('email', 'email.otherDomain', { domains: allowed.join(', ') });
  await tx.updateTable('guest_codes').set({ uses: sql`uses + 1` }).where('id', '=', code.id).execute();
}

/** Letters and digits that people do not mistake for each other when they read them on a poster. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Generates a code of two groups of four characters. Nobody can try all of the 32⁸ possible codes. */
export function newCode(): string {
  const letters = Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
}

/**
 * Creates the code for signing up and joining a team, as a child of the code that the captain signed up with.
 * If the captain needed no code because of their email domain, the new code accepts only addresses in that
 * domain.
 */
export async function createTeamCode(tx: Db, teamId: number, captainId: number): Promise<void> {
  const code = newCode();
  const captain = await tx
    .selectFrom('people')
    .leftJoin('guest_codes', 'guest_codes.id', 'people.guest_code_id')
    // If the captain signed up with a team's code, that code's parent is used.
    .select(['email', sql<number | null>`coalesce(parent_id, guest_code_id)`.as('parent_id')])
    .where('people.id', '=', captainId)
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('guest_codes')
    .values({
      code,
      normalised_code: normalisedCode(code),
      maximum_uses: null,
      team_id: teamId,
      parent_id: captain.parent_id,
      allowed_mail_domains: captain.parent_id === null ? [mailDomainOf(captain.email)] : [],
    })
    .execute();
}
