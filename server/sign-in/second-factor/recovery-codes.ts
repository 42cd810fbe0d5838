import { createHash, randomBytes } from 'node:crypto';
import type { Db } from '../../db/db.ts';

/** The number of codes: few enough to fit on a slip of paper in a wallet. */
const amount = 10;

/** Letters and digits that are not easily confused: Crockford's base 32, 5 bits each. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** The length of a code in characters: 80 bits, which nobody can guess, even from the hashes. */
const length = 16;

const hashOf = (code: string) => createHash('sha256').update(code).digest('hex');

/** Normalises a typed code, treating letters that look like digits as digits. */
const readable = (typed: string) =>
  typed
    .toUpperCase()
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1')
    .replace(/[^0-9A-Z]/g, '');

/**
 * Replaces a person's recovery codes and returns the new codes; only their hashes are stored. Must run in a
 * transaction.
 */
export async function renewRecoveryCodes(tx: Db, personId: number): Promise<string[]> {
  const codes = Array.from({ length: amount }, newCode);
  await tx.deleteFrom('recovery_codes').where('person_id', '=', personId).execute();
  await tx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ person_id: personId, code_hash: hashOf(readable(code)) })))
    .execute();
  return codes;
}

function newCode(): string {
  const characters = [...randomBytes(length)].map((byte) => alphabet[byte % alphabet.length]).join('');
  return characters.match(/.{4}/g)?.join('-') ?? '';
}

/** Marks a recovery code as used, and returns whether it was one of the person's unused codes. */
export async function takeRecoveryCode(tx: Db, personId: number, typed: string): Promise<boolean> {
  const used = await tx
    .deleteFrom('recovery_codes')
    .where('person_id', '=', personId)
    .where('code_hash', '=', hashOf(readable(typed)))
    .returning('person_id')
    .execute();
  return used.length > 0;
}
