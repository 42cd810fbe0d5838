import type { Commits } from '../db/commits.ts';
import type { Db } from '../db/db.ts';
import { KeptInMemory } from '../kit/kept-in-memory.ts';
import { findPerson, type Person } from './person.ts';

/** Reads people by id, as `findPerson` does, and keeps those who use the app in memory as long as nothing is written. */
export function signedInPeople(db: Db, commits: Commits): (id: number) => Promise<Person | undefined> {
  const kept = new KeptInMemory<{ person: Person | undefined }>(commits, {
    mostBytes: 20_000_000,
    sizeOf: () => 1000,
    isAlwaysExact: true,
  });
  return async (id) => (await kept.of(String(id), async () => ({ person: await findPerson(db, id) }))).person;
}
