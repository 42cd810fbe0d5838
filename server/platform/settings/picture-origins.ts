import type { FastifyBaseLogger } from 'fastify';
import { pictureOrigin } from '../../../contract/kit/picture-source.ts';
import { isPictureAddress } from '../../../contract/markup.ts';
import type { Db } from '../../db/db.ts';

const pictures = ['headerPicture', 'logoDark', 'logoLight', 'providerLogo'];

/** Settings that were already logged. */
const reported = new Set<string>();

/**
 * The other servers that organisers' pictures come from, which the page's policy must allow. An address that no policy
 * can allow is omitted and logged once; only its picture is missing then.
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
