import type { Db } from '../../db/db.ts';
import type { Iris } from '../../kit/iris.ts';
import { type Author, changeManaged, oneManaged } from '../../management/managed-resource.ts';
import { managedSettings } from './managed-settings.ts';

/** Returns the id of the FAQ library on the info page, or null if the page shows none. */
export async function shownLibrary(db: Db, iris: Iris): Promise<number | null> {
  return (await oneManaged(db, iris, managedSettings, 1)).faqLibraryId;
}

/** Shows an FAQ library on the info page, and adds an entry to the change log. */
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
