import type { Commits } from '../db/commits.ts';
import type { Db } from '../db/db.ts';
import { RowCache } from '../kit/row-cache.ts';
import { findPeople, type Person } from './person.ts';

/** Returns a person by id. If `isFresh`, the result includes what other processes have just written. */
export type SignedInPeople = (id: number, isFresh: boolean) => Promise<Person | undefined>;

/**
 * Finds people by id, like `findPerson`, and keeps them in memory until something is written to the database.
 */
export function signedInPeople(db: Db, commits: Commits): SignedInPeople {
  const cache = new RowCache<number, Person>(
    commits,
    async (ids) => new Map((await findPeople(db, ids)).map((person) => [person.id, person])),
  );
  return (id, isFresh) => cache.of(id, isFresh);
}
