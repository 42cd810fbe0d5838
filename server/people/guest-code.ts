import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Db } from '../db/db.ts';
import { violation } from '../kit/problem-error.ts';

/** What is compared of a guest code: case, spaces and dashes do not matter. */
export function normalisedCode(code: string): string {
  return code.replace(/[\s\p{Pd}]/gu, '').toUpperCase();
}

/**
 * Uses a guest code once, in the transaction of the sign-up that it is for, and returns its id.
 * Whoever comes at the same moment waits for the row, so that the last use goes to one of them.
 * Throws 422 on `guestCode` where the code is unknown, not valid now, used up or not for the address.
 */
export async function useGuestCode(
  tx: Db,
  code: string,
  email: string,
  now: Temporal.Instant,
): Promise<number> {
  const found = await tx
    .selectFrom('guest_codes')
    .selectAll()
    .where('normalised_code', '=', normalisedCode(code))
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw violation('guestCode', 'guestCode.unknown');
  if (found.valid_from && now.epochMilliseconds < found.valid_from.epochMilliseconds)
    throw violation('guestCode', 'guestCode.notYetValid');
  if (found.valid_until && now.epochMilliseconds > found.valid_until.epochMilliseconds)
    throw violation('guestCode', 'guestCode.expired');
  if (found.maximum_uses !== null && found.uses >= found.maximum_uses)
    throw violation('guestCode', 'guestCode.usedUp');
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  const allowed = found.allowed_mail_domains;
  if (allowed.length > 0 && !allowed.some((one) => one.toLowerCase() === domain))
    throw violation('guestCode', 'guestCode.otherDomain');
  await tx.updateTable('guest_codes').set({ uses: sql`uses + 1` }).where('id', '=', found.id).execute();
  return found.id;
}
