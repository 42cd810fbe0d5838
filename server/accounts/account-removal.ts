import type { Temporal } from 'temporal-polyfill';
import { lockActivitiesOf, removeActivitiesOf } from '../activities/activities-of-person.ts';
import { lockRecords } from '../activities/record-lock.ts';
import type { Db } from '../db/db.ts';
import { removeCouplingsOf } from '../integrations/disconnection.ts';
import type { Iris } from '../kit/iris.ts';
import { ProblemError } from '../kit/problem-error.ts';
import { forgetInChangeLog } from '../management/change-log.ts';
import { forgetInSecurityLog } from '../management/security-log/security-log.ts';
import { type Person, personCollection } from '../people/person.ts';
import { lockForRemoval, mustNotBeLastOrganiser, removePerson } from '../people/person-removal.ts';
import { keepAnonymousSums } from '../rankings/standings.ts';
import { endSessionsOf } from '../sessions/session.ts';
import { removeAttemptsOf } from '../sessions/sign-in.ts';
import { removeCommentsOf } from '../social/comments/comments-of-person.ts';
import { removeLikesOf } from '../social/likes/likes-of-person.ts';
import { handOverBeforeDeparture, removeMemberships } from '../teams/membership.ts';
import { removeAllRecordsOf } from '../workouts/records-of-person.ts';

/**
 * Deletes a person's own account for good, all of it or nothing: what they entered, received, coupled, said and
 * liked, and every session. Their kilometres stay, as sums without a person.
 * Throws 400 where `profileId`, a number or an address, is not their own; 401 where the account is gone
 * already; 409 for the last organiser.
 */
export async function deleteAccount(
  db: Db,
  iris: Iris,
  person: Person,
  profileId: number | string,
  today: Temporal.PlainDate,
): Promise<void> {
  const id = iris.numberIn(personCollection, String(profileId)) ?? Number(profileId);
  if (id !== person.id) throw new ProblemError(400, 'badRequest');
  await inOneGo(db, (tx) => removeAccount(tx, person, today));
}

/**
 * Removes an account in a transaction of `inOneGo`: all that is personal goes, kilometres stay as sums without a person.
 * `check` may refuse it, by what it throws, once nobody can write about the person any more.
 * Throws 401 where it is gone already, 409 for the last organiser.
 */
export async function removeAccount(
  tx: Db,
  person: Person,
  today: Temporal.PlainDate,
  check: (tx: Db) => Promise<void> = async () => undefined,
): Promise<void> {
  // Before all else: what arrives takes the records first as well.
  await lockRecords(tx, person.id);
  // Taken in the order in which joining a team and changing an activity take them.
  await handOverBeforeDeparture(tx, person.id);
  await lockActivitiesOf(tx, person.id);
  await lockForRemoval(tx, person);
  await mustNotBeLastOrganiser(tx, person);
  await check(tx);
  await keepAnonymousSums(tx, person.id);
  await removeLikesOf(tx, person.id);
  await removeCommentsOf(tx, person.id);
  await removeAllRecordsOf(tx, person.id);
  await removeActivitiesOf(tx, person.id);
  await removeCouplingsOf(tx, person.id);
  await removeMemberships(tx, person.id, today);
  await endSessionsOf(tx, person.id);
  await removeAttemptsOf(tx, person);
  await forgetInChangeLog(tx, person.id);
  await forgetInSecurityLog(tx, person.id);
  await removePerson(tx, person.id, today);
}

/** Codes of PostgreSQL for what somebody else did at the same moment: a deadlock, a new row that refers here. */
const collisions = ['40P01', '23503'];

/** Three tries: somebody may make this person a captain, or like their activity, in the very moment they go. */
export async function inOneGo<Result>(
  db: Db,
  work: (tx: Db) => Promise<Result>,
  triesLeft = 3,
): Promise<Result> {
  try {
    return await db.transaction().execute(work);
  } catch (error) {
    if (triesLeft === 1 || !collisions.includes((error as { code?: string }).code ?? '')) throw error;
    return inOneGo(db, work, triesLeft - 1);
  }
}
