import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import { ProblemError } from '../kit/problem-error.ts';
import { isSignInMethodAllowed } from '../platform/settings/config.ts';
import { isActivated } from './activated.ts';
import type { Person } from './person.ts';

/**
 * Locks a person's row and the rows of all organisers, in a fixed order. If two organisers change each other
 * concurrently, the second waits and then sees the first organiser's change.
 */
export async function lockAmongOrganisers(tx: Db, id: number): Promise<void> {
  await tx
    .selectFrom('people')
    .select('id')
    .where((eb) =>
      eb.or([eb('id', '=', id), eb.and([eb('role', '=', 'organiser'), eb('deactivated_at', 'is', null)])]),
    )
    .orderBy('id')
    .forUpdate()
    .execute();
}

/**
 * Locks the rows of all active organisers, in a fixed order, and returns the columns that show which of them can sign
 * in.
 */
export function lockOrganisers(tx: Db) {
  return tx
    .selectFrom('people')
    .select([
      'id',
      isActivated().as('came_in'),
      sql<boolean>`exists (select from identities where person_id = people.id)`.as('is_linked'),
    ])
    .where('role', '=', 'organiser')
    .where('deactivated_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/**
 * Throws 409 if the person is the only organiser who can sign in: no other organiser has activated their account or, if
 * only identity providers are allowed, has signed in with one. Locks all organisers' rows, so that if two organisers
 * leave concurrently, one of them is refused.
 */
export async function mustNotBeLastOrganiser(tx: Db, person: Pick<Person, 'id' | 'role'>): Promise<void> {
  if (person.role !== 'organiser') return;
  const organisers = await lockOrganisers(tx);
  const others = organisers.filter(({ id, came_in }) => id !== person.id && came_in);
  if (others.length === 0) throw new ProblemError(409, 'lastOrganiser');
  const isLinked = organisers.some(({ id, is_linked }) => id === person.id && is_linked);
  if (
    isLinked &&
    !others.some(({ is_linked }) => is_linked) &&
    !(await isSignInMethodAllowed(tx, 'password'))
  )
    throw new ProblemError(409, 'lastLinkedOrganiser');
}
