import { sql } from 'kysely';
import { type Language, languages } from '../../../contract/kit/fields.ts';
import { menus } from '../../../contract/managed/menus.ts';
import type { MenuItem } from '../../../contract/menus.ts';
import { lockInTransaction } from '../../db/advisory-lock.ts';
import type { Managed } from '../../management/managed-resource.ts';

type Fields = { items: MenuItem[] };

/**
 * The menus as organisers manage them, one per offered language. A menu's id is the index of the language among all
 * languages.
 */
export const managedMenus: Managed<Fields, Fields & { id: number; language: Language }> = {
  contract: menus,
  table: (tx) => lockInTransaction(tx, 'menus'),
  rows: () => sql`
    select number as id, language, coalesce((
      select jsonb_agg(jsonb_build_object('label', label, 'url', url) order by position)
      from menu_items where menu_items.language = one.language
    ), '[]') as items
    from (values ${sql.join(languages.map((language, index) => sql`(${sql.lit(index + 1)}, ${sql.lit(language)})`))}) one(number, language)
    where not exists (select from configs where key = 'availableLanguages') or exists (
      select from configs, jsonb_array_elements(value) offered
      where key = 'availableLanguages' and offered ->> 'code' = language
    )`,
  replace: async (tx, _id, { items }, _now, { language }) => {
    await tx.deleteFrom('menu_items').where('language', '=', language).execute();
    if (items.length === 0) return;
    await tx
      .insertInto('menu_items')
      .values(items.map((item, position) => ({ language, position, ...item })))
      .execute();
  },
};
