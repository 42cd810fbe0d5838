import type { Temporal } from 'temporal-polyfill';
import type { Db } from '../../db/db.ts';
import type { Iris } from '../../kit/iris.ts';
import { ProblemError } from '../../kit/problem-error.ts';
import type { AccountRemovalHooks } from '../dependencies.ts';
import { type Person, personCollection } from '../person.ts';
import { removeAccount, withRetry } from './account-removal.ts';

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
