import type { Language } from '../../contract/kit/fields.ts';
import type { MenuItem } from '../../contract/menus.ts';
import type { Db } from '../db/db.ts';
import { defaultMenu } from './default-menu.ts';

/** The menu of a language, in its order; the default one where none was made. */
export async function listMenuItems(db: Db, language: Language): Promise<MenuItem[]> {
  const items = await db
    .selectFrom('menu_items')
    .select(['label', 'url'])
    .where('language', '=', language)
    .orderBy('position')
    .execute();
  return items.length > 0 ? items : defaultMenu[language];
}
