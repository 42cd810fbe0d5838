import type { Db } from '../db/db.ts';
import type { Texts } from '../management/texts.ts';

/** As long as a name in addresses may be, with room for a number behind it. */
const longest = 90;

/** A name in addresses that no challenge has, made from what a challenge is called. */
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
