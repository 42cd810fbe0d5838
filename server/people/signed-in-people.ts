import type { Commits } from '../db/commits.ts';
import type { Db } from '../db/db.ts';
import { KeptRows } from '../kit/kept-rows.ts';
import { findPeople, type Person } from './person.ts';

/** Reads a person who uses the app; if `isFresh`, including what other processes have just written. */
export type SignedInPeople = (id: number, isFresh: boolean) => Promise<Person | undefined>;

/** Reads people by id, as `findPerson` does, and keeps those who use the app in memory as long as nothing is written. */
export function signedInPeople(db: Db, commits: Commits): SignedInPeople {
  const kept = new KeptRows<number, Person>(
    commits,
    async (ids) => new Map((await findPeople(db, ids)).map((person) => [person.id, person])),
  );
  return (id, isFresh) => kept.of(id, isFresh);
}
