import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Db } from '../../db/db.ts';
import { platformTimeZone } from '../../kit/platform-day.ts';
import { ProblemError } from '../../kit/problem-error.ts';
import { isSignInMethodAllowed } from '../../platform/settings/config.ts';
import { isActivated } from '../activated.ts';
import type { Person } from '../person.ts';

/**
 * Locks a person's row before the person is removed, so that concurrent writes about the person wait. Throws 401 if the
 * account was deleted in the meantime.
 */
export async function lockForRemoval(tx: Db, person: Person): Promise<void> {
  const found = await tx.selectFrom('people').select('id').where('id', '=', person.id).forUpdate().execute();
  if (found.length === 0) throw new ProblemError(401, 'signedOut');
}

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

/**
 * Deletes a person's row, together with their mailed links and identities. This must be the last step, when nothing
 * else refers to the person. If the account was activated, past participant counts still include the person
 * anonymously.
 */
export async function removePerson(tx: Db, personId: number, today: Temporal.PlainDate): Promise<void> {
  await sql`
    insert into departed_people as day (day, came, went)
    select day, sum(came), sum(went)
    from people cross join lateral (
      values ((activated_at at time zone ${platformTimeZone})::date, 1, 0), (${today.toString()}::date, 0, 1)
    ) as counted (day, came, went)
    where people.id = ${personId} and activated_at is not null
    group by day order by day
    on conflict (day) do update set came = day.came + excluded.came, went = day.went + excluded.went`.execute(
    tx,
  );
  await tx.deleteFrom('people').where('id', '=', personId).execute();
}
