import type { FastifyRequest } from 'fastify';
import type { Commits } from '../db/commits.ts';
import type { Db } from '../db/db.ts';
import { asksFresh } from '../kit/asks-fresh.ts';
import { RowCache } from '../kit/row-cache.ts';
import { findPeople, type Person } from './person.ts';

/** Returns a person by id. If `isFresh`, the result includes what other processes have just written. */
export type SignedInPeople = (id: number, isFresh: boolean) => Promise<Person | undefined>;

/** Finds people by id, like `findPerson`, and keeps them in memory until a session or a person changes. */
export function signedInPeople(db: Db, commits: Commits): SignedInPeople {
  const cache = new RowCache<number, Person>(
    commits,
    async (ids) => new Map((await findPeople(db, ids)).map((person) => [person.id, person])),
  );
  return (id, isFresh) => cache.of(id, isFresh);
}

/**
 * Returns a function that tells whether the person who sends a request, if any, is an organiser. The answer is the same
 * throughout a request, even if the person's role changes meanwhile.
 */
export function organiserCheck(people: SignedInPeople): (request: FastifyRequest) => Promise<boolean> {
  const known = new WeakMap<FastifyRequest, Promise<boolean>>();
  const check = async (request: FastifyRequest) => {
    const { personId } = request.session;
    return personId !== undefined && (await people(personId, asksFresh(request)))?.role === 'organiser';
  };
  return (request) => {
    const answer = known.get(request) ?? check(request);
    known.set(request, answer);
    return answer;
  };
}
