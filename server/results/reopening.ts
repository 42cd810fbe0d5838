import { closingFrom, markReopened } from '../challenges/challenge-change.ts';
import { managedChallenges } from '../challenges/managed-challenges.ts';
import type { Db } from '../db/db.ts';
import type { Iris } from '../kit/iris.ts';
import { ProblemError } from '../kit/problem-error.ts';
import { type Author, changeManaged } from '../management/managed-resource.ts';
import type { EnqueueTask } from '../management/tasks/task.ts';
import { enqueueFullRecount } from './challenge-count.ts';

/**
 * Reopens frozen results and recomputes the boards. Deletes the results file, but keeps its hash in the change log. The
 * results freeze again after a new grace period. Throws 404 if the challenge does not exist, and 409 if the results are
 * not frozen.
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

/** Deletes the frozen results of a challenge, including the stored names. */
export async function removeResults(tx: Db, challengeId: number): Promise<void> {
  await tx.deleteFrom('challenge_result_people').where('challenge_id', '=', challengeId).execute();
  await tx.deleteFrom('challenge_results').where('challenge_id', '=', challengeId).execute();
}
