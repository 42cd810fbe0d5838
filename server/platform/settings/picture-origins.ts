import type { FastifyBaseLogger } from 'fastify';
import { pictureOrigin } from '../../../contract/kit/picture-source.ts';
import { isPictureAddress } from '../../../contract/markup.ts';
import type { Db } from '../../db/db.ts';

const pictures = ['headerPicture', 'logoDark', 'logoLight', 'providerLogo'];

/** Settings whose invalid address was already logged. */
const reported = new Set<string>();

/**
 * Returns the other servers that organisers' pictures come from, which the page's content security policy must allow.
 * An address that no policy can allow is omitted and logged once, so that only its picture is missing.
 */
export async function pictureOrigins(db: Db, log: Pick<FastifyBaseLogger, 'warn'>): Promise<string[]> {
  const rows = await db
    .selectFrom('configs')
    .selectAll()
    .where('key', 'in', pictures)
    .orderBy('key')
    .execute();
  const origins = rows.flatMap(({ key, value }) => {
    const origin = pictureOrigin(String(value));
    if (!origin && !isPictureAddress(String(value)) && !reported.has(key)) {
      reported.add(key);
      log.warn({ setting: key }, 'pages cannot load a picture from the address in this setting');
    }
    return origin ? [origin] : [];
  });
  return [...new Set(origins)];
}
