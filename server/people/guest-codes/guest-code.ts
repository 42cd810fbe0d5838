import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import { mailDomainOf } from '../mail-domain.ts';
import { normalisedCode } from './guest-code-check.ts';

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
