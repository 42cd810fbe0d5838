import type { Temporal } from 'temporal-polyfill';
import type { Db } from '../../db/db.ts';
import type { Iris } from '../../kit/iris.ts';
import { ProblemError } from '../../kit/problem-error.ts';
import { forgetInChangeLog } from '../../management/change-log.ts';
import { forgetInSecurityLog } from '../../management/security-log/security-log.ts';
import type { AccountRemovalHooks } from '../dependencies.ts';
import { type Person, personCollection } from '../person.ts';
import { lockForRemoval, mustNotBeLastOrganiser, removePerson } from './person-removal.ts';

/**
 * Deletes a person's own account permanently, in one transaction, with all entries, received activities, connected
 * accounts, comments, likes and sessions. The person's kilometres stay as anonymous sums. `profileId` may be a number
 * or an IRI. Throws 400 if it is not the person's own; 401 if the account is already deleted; 409 if the person is the
 * last organiser.
 */
export async function deleteAccount(
  db: Db,
  iris: Iris,
  removalHooks: AccountRemovalHooks,
  person: Person,
  profileId: number | string,
  today: Temporal.PlainDate,
): Promise<void> {
  const id = iris.numberIn(personCollection, String(profileId)) ?? Number(profileId);
  if (id !== person.id) throw new ProblemError(400, 'badRequest');
  await withRetry(db, (tx) => removeAccount(tx, removalHooks, person, today));
}

/**
 * Removes an account, in a transaction that `withRetry` runs. All personal data is deleted; kilometres stay as
 * anonymous sums. `check` runs after the person's data is locked, and may throw to refuse the removal. Throws 401 if
 * the account is already deleted, and 409 if the person is the last organiser.
 */
export async function removeAccount(
  tx: Db,
  removalHooks: AccountRemovalHooks,
  person: Person,
  today: Temporal.PlainDate,
  check: (tx: Db) => Promise<void> = async () => undefined,
): Promise<void> {
  await removalHooks.lock(tx, person.id);
  await lockForRemoval(tx, person);
  await mustNotBeLastOrganiser(tx, person);
  await check(tx);
  await removalHooks.remove(tx, person, today);
  await forgetInChangeLog(tx, person.id);
  await forgetInSecurityLog(tx, person.id);
  await removePerson(tx, person.id, today);
}

/**
 * PostgreSQL's error codes for conflicts with concurrent changes: a deadlock, and a new row that refers to the person.
 */
const collisions = ['40P01', '23503'];

/**
 * Runs a transaction and retries it up to twice, because somebody may concurrently make this person a captain or like
 * their activity.
 */
export async function withRetry<Result>(
  db: Db,
  work: (tx: Db) => Promise<Result>,
  triesLeft = 3,
): Promise<Result> {
  try {
    return await db.transaction().execute(work);
  } catch (error) {
    if (triesLeft === 1 || !collisions.includes((error as { code?: string }).code ?? '')) throw error;
    return withRetry(db, work, triesLeft - 1);
  }
}
