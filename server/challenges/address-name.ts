import type { Db } from '../db/db.ts';
import type { Texts } from '../management/texts.ts';

/** The longest name in addresses, minus room for a number at its end. */
const longest = 90;

/** A free name in addresses, derived from a challenge's name. */
export async function addressName(tx: Db, name: Texts): Promise<string> {
  const [called = ''] = Object.values(name).filter(Boolean);
  const plain =
    called
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .slice(0, longest)
      .replace(/^-|-$/g, '') || 'challenge';
  const taken = await tx.selectFrom('challenges').select('uri').where('uri', 'like', `${plain}%`).execute();
  const uris = new Set(taken.map(({ uri }) => uri));
  if (!uris.has(plain)) return plain;
  let number = 2;
  while (uris.has(`${plain}-${number}`)) number += 1;
  return `${plain}-${number}`;
}
