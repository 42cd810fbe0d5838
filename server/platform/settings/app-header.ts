import { defaultLogos } from '../../../contract/configs.ts';
import type { Db } from '../../db/db.ts';
import type { AppHeader } from '../../kit/page-frames.ts';

/** Returns what the header of the participants' app looks like. */
export async function appHeader(db: Db): Promise<AppHeader> {
  const rows = await db
    .selectFrom('configs')
    .selectAll()
    .where('key', 'in', ['headerMode', 'headerPicture', 'logoDark', 'logoLight'])
    .execute();
  const values = new Map(rows.map(({ key, value }) => [key, String(value)]));
  return {
    ground: values.get('headerMode') === 'light' ? 'light' : 'dark',
    logos: {
      dark: values.get('logoDark') || defaultLogos.dark,
      light: values.get('logoLight') || defaultLogos.light,
    },
    picture: values.get('headerPicture') ?? '',
  };
}
