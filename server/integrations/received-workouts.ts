import { receiveWorkouts } from '../activities/source-records/receive-workouts.ts';
import type { Workout } from '../activities/source-records/workout.ts';
import { type ConnectedAccountRow, mustBeConnected } from './connected-account.ts';
import type { IntegrationDependencies } from './provider-access.ts';

/**
 * How many workouts are stored in one batch. A batch takes up to a second, during which the embedded database engine
 * does nothing else.
 */
const batchSize = 100;

/**
 * Stores the workouts that a service reports for a connected account. Throws `gone` if the account has been
 * disconnected in the meantime.
 */
export async function receiveOf(
  { db, clock }: IntegrationDependencies,
  account: ConnectedAccountRow,
  workouts: Workout[],
): Promise<void> {
  const { person_id: personId, platform } = account;
  for (let at = 0; at < workouts.length; at += batchSize) {
    const some = workouts.slice(at, at + batchSize);
    await receiveWorkouts(db, personId, platform, some, clock(), mustBeConnected(account));
  }
}
