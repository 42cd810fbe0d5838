import { type UsualName, usualNames, usualSports } from '../../contract/usual-sports.ts';
import type { Db } from '../db/db.ts';
import type { Iris } from '../kit/iris.ts';
import { ProblemError, violation } from '../kit/problem-error.ts';
import { type Author, createWithin } from '../management/managed-resource.ts';
import { managedSports } from './managed-sports.ts';

/**
 * Adds either all or none of the given usual sports, with a change log entry for each. Throws 422 if one of them
 * already exists.
 */
export async function addUsualSports(db: Db, iris: Iris, names: UsualName[], author: Author) {
  try {
    const members = await db.transaction().execute(async (tx) => {
      const made = [];
      // Sports are added in a fixed order, so that the second of two concurrent requests waits for the first instead of
      // causing a deadlock.
      for (const name of usualNames.filter((name) => names.includes(name)))
        made.push(await createWithin(tx, iris, managedSports, { name, ...usualSports[name] }, author));
      return made;
    });
    return { members, totalItems: members.length };
  } catch (error) {
    throw error instanceof ProblemError ? violation('names', 'sport.usualTaken') : error;
  }
}
