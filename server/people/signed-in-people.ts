import type { Commits } from '../db/commits.ts';
import type { Db } from '../db/db.ts';
import { KeptInMemory } from '../kit/kept-in-memory.ts';
import { findPerson, type Person } from './person.ts';

/** Reads a person who uses the app; if `isFresh`, including what other processes have just written. */
export type SignedInPeople = (id: number, isFresh: boolean) => Promise<Person | undefined>;

/** Reads people by id, as `findPerson` does, and keeps those who use the app in memory as long as nothing is written. */
export function signedInPeople(db: Db, commits: Commits): SignedInPeople {
  const kept = new KeptInMemory<{ person: Person | undefined }>(commits, {
    mostBytes: 20_000_000,
    sizeOf: () => 1000,
    isAlwaysExact: true,
  });
  return async (id, isFresh) =>
    (await kept.of(String(id), async () => ({ person: await findPerson(db, id) }), isFresh)).person;
}
