import { closingFrom, markReopened } from '../challenges/challenge-change.ts';
import { managedChallenges } from '../challenges/managed-challenges.ts';
import type { Db } from '../db/db.ts';
import type { Iris } from '../kit/iris.ts';
import { ProblemError } from '../kit/problem-error.ts';
import { type Author, changeManaged } from '../management/managed-resource.ts';
import type { EnqueueTask } from '../management/tasks/task.ts';
import { enqueueFullRecount } from './challenge-count.ts';

/**
 * Reopens frozen results: their file is deleted, its hash stays in the change log, and the boards are recounted. They
 * freeze again after the grace period. Throws 404 if there is no such challenge, 409 if it is not frozen.
 */
export function reopenResults(
  db: Db,
  iris: Iris,
  ask: EnqueueTask,
  id: number,
  reason: string,
  author: Author,
) {
  const { id: by, now } = author;
  return changeManaged(
    db,
    iris,
    managedChallenges,
    id,
    { action: 'reopen', reason },
    author,
    async (tx, before) => {
      if (!before.frozenAt) throw new ProblemError(409, 'challengeNotFrozen');
      await removeResults(tx, id);
      await markReopened(tx, id, now, closingFrom(now, before.graceHours));
      await enqueueFullRecount(tx, ask, id, before.startsOn, { by, now });
    },
  );
}

/** Deletes the frozen results of a challenge, and the names in them. */
export async function removeResults(tx: Db, challengeId: number): Promise<void> {
  await tx.deleteFrom('challenge_result_people').where('challenge_id', '=', challengeId).execute();
  await tx.deleteFrom('challenge_results').where('challenge_id', '=', challengeId).execute();
}
