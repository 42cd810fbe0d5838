import type { Db } from '../../db/db.ts';
import type { Iris } from '../../kit/iris.ts';
import { type Author, changeManaged, oneManaged } from '../../management/managed-resource.ts';
import { managedSettings } from './managed-settings.ts';

/** The id of the library on the info page; null if there is none. */
export async function shownLibrary(db: Db, iris: Iris): Promise<number | null> {
  return (await oneManaged(db, iris, managedSettings, 1)).faqLibraryId;
}

/** Shows a library on the info page, with a line in the change log. */
export function showLibrary(db: Db, iris: Iris, id: number, author: Author) {
  const value = JSON.stringify(id);
  return changeManaged(db, iris, managedSettings, 1, { action: 'replace' }, author, (tx) =>
    tx
      .insertInto('configs')
      .values({ key: 'faqLibraryId', value })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
      .execute(),
  );
}
