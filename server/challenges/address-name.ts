import type { Db } from '../db/db.ts';
import type { Texts } from '../management/texts.ts';

/** The maximum length of a generated URI, which leaves room for a number at the end. */
const longest = 90;

/** Derives an unused URI from a challenge's name, for example `summer-run-2`. */
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
