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
 * Deletes a person's own account permanently, in one transaction: entries, received activities, connected accounts,
 * comments, likes and every session. Their kilometres stay as anonymous sums. Throws 400 if `profileId`, a number or an
 * address, is not their own; 401 if the account is already deleted; 409 for the last organiser.
 */
export async function deleteAccount(
  db: Db,
  iris: Iris,
  ending: AccountRemovalHooks,
  person: Person,
  profileId: number | string,
  today: Temporal.PlainDate,
): Promise<void> {
  const id = iris.numberIn(personCollection, String(profileId)) ?? Number(profileId);
  if (id !== person.id) throw new ProblemError(400, 'badRequest');
  await withRetry(db, (tx) => removeAccount(tx, ending, person, today));
}

/**
 * Removes an account in a transaction of `withRetry`: all personal data is deleted, kilometres stay as anonymous sums.
 * `check` may refuse it by throwing, once nobody can write about the person any more. Throws 401 if it is already
 * deleted, 409 for the last organiser.
 */
export async function removeAccount(
  tx: Db,
  ending: AccountRemovalHooks,
  person: Person,
  today: Temporal.PlainDate,
  check: (tx: Db) => Promise<void> = async () => undefined,
): Promise<void> {
  await ending.lock(tx, person.id);
  await lockForRemoval(tx, person);
  await mustNotBeLastOrganiser(tx, person);
  await check(tx);
  await ending.remove(tx, person, today);
  await forgetInChangeLog(tx, person.id);
  await forgetInSecurityLog(tx, person.id);
  await removePerson(tx, person.id, today);
}

/** PostgreSQL's codes for concurrent changes: a deadlock, and a new row that refers to the person. */
const collisions = ['40P01', '23503'];

/** Retries twice, as somebody may make this person a captain, or like their activity, at the same moment. */
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
