import type { Db } from '../db/db.ts';

const pictures = ['headerPicture', 'logoDark', 'logoLight', 'providerLogo'];

/** The other servers that the organisers' own pictures come from, which the app's page has to allow. */
export async function pictureOrigins(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('configs').select('value').where('key', 'in', pictures).execute();
  const origins = rows.flatMap(({ value }) => {
    const address = String(value);
    return /^https?:/i.test(address) && URL.canParse(address) ? [new URL(address).origin] : [];
  });
  return [...new Set(origins)];
}
