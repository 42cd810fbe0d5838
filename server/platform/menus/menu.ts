import type { Language } from '../../../contract/kit/fields.ts';
import { isLinkAddress } from '../../../contract/markup.ts';
import { type MenuItem, managementPage } from '../../../contract/menus.ts';
import type { Db } from '../../db/db.ts';
import { defaultMenu } from './default-menu.ts';

/**
 * Returns a language's menu items in order, or the default menu if organisers have not edited the menu. Only organisers
 * get the link to the organisers' app. Items with a forbidden address are omitted.
 */
export async function listMenuItems(db: Db, language: Language, forOrganiser: boolean): Promise<MenuItem[]> {
  const items = await db
    .selectFrom('menu_items')
    .select(['label', 'url'])
    .where('language', '=', language)
    .orderBy('position')
    .execute();
  if (items.length === 0) return defaultMenu(language, forOrganiser);
  return items.filter(({ url }) => isLinkAddress(url) && (forOrganiser || url !== managementPage));
}
