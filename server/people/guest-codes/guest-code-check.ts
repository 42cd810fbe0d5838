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
