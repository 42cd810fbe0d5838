import type { Language } from '../../contract/kit/fields.ts';
import type { MenuItem } from '../../contract/menus.ts';
import type { Db } from '../db/db.ts';

/** The menu of a language, in its order. */
export async function listMenuItems(db: Db, language: Language): Promise<MenuItem[]> {
  return db
    .selectFrom('menu_items')
    .select(['label', 'url'])
    .where('language', '=', language)
    .orderBy('position')
    .execute();
}
