import { type UsualName, usualNames, usualSports } from '../../contract/usual-sports.ts';
import type { Db } from '../db/db.ts';
import type { Iris } from '../kit/iris.ts';
import { ProblemError, violation } from '../kit/problem-error.ts';
import { type Author, createWithin } from '../management/managed-resource.ts';
import { managedSports } from './managed-sports.ts';

/**
 * Adds the given usual sports, all or none, each with a line in the change log. Throws a violation if one of them
 * exists already.
 */
export async function addUsualSports(db: Db, iris: Iris, names: UsualName[], author: Author) {
  try {
    const members = await db.transaction().execute(async (tx) => {
      const made = [];
      // Always in the same order: two people who add the same ones wait for one another instead of deadlocking.
      for (const name of usualNames.filter((name) => names.includes(name)))
        made.push(await createWithin(tx, iris, managedSports, { name, ...usualSports[name] }, author));
      return made;
    });
    return { members, totalItems: members.length };
  } catch (error) {
    throw error instanceof ProblemError ? violation('names', 'sport.usualTaken') : error;
  }
}
