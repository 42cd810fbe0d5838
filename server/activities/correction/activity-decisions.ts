import type { ActivityState } from '../../../contract/activity-state.ts';
import { secondsOf } from '../../../contract/kilometres.ts';
import { changeManaged, oneManaged } from '../../management/managed-resource.ts';
import type { Close, DecisionContext, DecisionEffects } from '../../moderation/decision-context.ts';
import type { EntryValues } from '../entries/entry-values.ts';
import { changeEntry } from '../writes/entry-write.ts';
import { managedActivities, stateOf } from './managed-activities.ts';
import { setCountsByOrganiser } from './organiser-decision.ts';

/**
 * Upholds an organiser's decision after the person has answered. `activityId` is undefined if the activity was removed.
 */
export const uphold = (
  { db, iris }: DecisionContext,
  activityId: number | undefined,
  before: ActivityState | undefined,
  close: Close,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const after =
      activityId && stateOf(iris, await oneManaged(tx, iris, managedActivities(iris), activityId));
    await close(tx, { ...(before && { before }), ...(after && { after }) });
  });

/**
 * Restores an activity to its state before organisers changed it, and updates every open board. The owner may then
 * change the activity again. Throws 422 if the sport can no longer be chosen, and a database error if the day would
 * exceed 24 hours.
 */
export async function reinstate(
  { db, iris, personId: actor, clock: { now } }: DecisionContext,
  activityId: number,
  was: ActivityState,
  reason: string,
  close: Close,
): Promise<void> {
  const managed = managedActivities(iris);
  const action = { action: 'reinstate', reason };
  await changeManaged(db, iris, managed, activityId, action, { id: actor, now }, async (tx, before) => {
    const correction = { counts: was.counts, reason: null };
    if (before.source === 'manual')
      await changeEntry(tx, activityId, valuesBefore(was, before.info), now, correction);
    else {
      await setCountsByOrganiser(tx, activityId, correction, now);
    }
    const after = await oneManaged(tx, iris, managed, activityId);
    await close(tx, { before: stateOf(iris, before), after: stateOf(iris, after) });
  });
}

/**
 * Applies a decision on a case. `accept` leaves the activity as it is, and its owner may change it again.
 * `discount` excludes the activity from the score, and its owner cannot undo that.
 */
export const acceptOrDiscount: DecisionEffects['acceptOrDiscount'] = async (
  { db, iris, personId, clock: { now } },
  activityId,
  { decision, reason },
  close,
) => {
  const managed = managedActivities(iris);
  const action = { action: decision, reason };
  await changeManaged(db, iris, managed, activityId, action, { id: personId, now }, async (tx, before) => {
    // If no organiser excluded the activity, its owner decided whether it counts, and that choice is kept.
    const counts = decision === 'accept' && (before.counts || before.correction !== null);
    const correction = { counts, reason: decision === 'accept' ? null : reason };
    await setCountsByOrganiser(tx, activityId, correction, now);
    const after = await oneManaged(tx, iris, managed, activityId);
    await close(tx, { before: stateOf(iris, before), after: stateOf(iris, after) });
  });
};

/** Returns the values that a manual entry had before organisers changed it, with its current info text. */
function valuesBefore(was: ActivityState, info: string | null): EntryValues {
  if (was.sportId === undefined) throw new Error('the sport before the correction is unknown');
  return {
    sport_id: was.sportId,
    performed_on: was.performedAt,
    amount_type: was.amountType,
    seconds: was.time === null ? null : secondsOf(was.time),
    metres: was.kilometers === null ? null : Math.round(was.kilometers * 1000),
    steps: was.steps,
    info,
  };
}
