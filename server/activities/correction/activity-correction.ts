import type { ActivityEntry } from '../../../contract/activities.ts';
import { secondsOf } from '../../../contract/kilometres.ts';
import type { Correction } from '../../../contract/managed/activities.ts';
import type { Db } from '../../db/db.ts';
import { forbidden, violation } from '../../kit/problem-error.ts';
import { changeManaged, oneManaged, removeManaged } from '../../management/managed-resource.ts';
import { itemOfActivity, keepWithoutActivity, recordDecision } from '../../moderation/decision.ts';
import type { DecisionContext } from '../../moderation/decision-context.ts';
import { valuesOf, withDayLimit } from '../entries/entry-values.ts';
import { changeEntry, removeEntry } from '../writes/entry-write.ts';
import { type ActivityRow, managedActivities, stateOf } from './managed-activities.ts';
import { setCountsByOrganiser } from './organiser-decision.ts';

/**
 * Corrects an activity, or excludes it from the score, and notifies its owner. The amounts of a received activity come
 * from its source, so the organiser can only change whether the activity counts. Closed challenges keep their results.
 * Throws 404 if the activity does not exist, 409 if it has changed since the organiser loaded it, and 422 if the values
 * are invalid.
 */
export async function correctActivity(
  { db, iris, personId: actor, clock, notify }: DecisionContext,
  id: number,
  { version, reason, counts, ...entry }: Correction,
) {
  const { now } = clock;
  const managed = managedActivities(iris);
  const seen = await oneManaged(db, iris, managed, id);
  const isTypedIn = seen.source === 'manual';
  if (!isTypedIn) mustBeAsReceived(seen, entry);
  const values = valuesOf(iris, entry, isTypedIn ? clock.today : clock.today.add({ days: 1 }));
  const change = () =>
    changeManaged(
      db,
      iris,
      managed,
      id,
      { version, action: 'correct', reason },
      { id: actor, now },
      async (tx, before) => {
        if (before.source === 'manual') await changeEntry(tx, id, values, now, { counts, reason });
        else {
          mustBeAsReceived(before, entry);
          await setCountsByOrganiser(tx, id, { counts, reason }, now);
        }
        const after = await oneManaged(tx, iris, managed, id);
        const decision = before.counts && !counts ? 'discount' : 'correct';
        const reported = {
          decision,
          reason,
          before: stateOf(iris, before),
          after: stateOf(iris, after),
        } as const;
        await recordDecision(tx, await itemOfActivity(tx, before, now), reported, now, notify);
      },
    );
  const isOnSameDay = seen.counts && seen.performedAt === entry.performedAt;
  const freed = isOnSameDay && seen.time ? secondsOf(seen.time) : 0;
  return withDayLimit(db, seen.personId, values, freed, change);
}

/** Throws 422 if a correction changes the values of a received activity. */
function mustBeAsReceived(row: ActivityRow, entry: ActivityEntry): void {
  const amounts = { time: 'time', km: 'kilometers', steps: 'steps' } as const;
  const amount = amounts[row.amountType];
  for (const field of ['performedAt', 'sport', 'amountType', amount] as const)
    if (row[field] !== entry[field]) throw violation(field, 'activity.received');
}

/**
 * Removes a manual activity and notifies its owner. Throws 404 if the activity does not exist, 409 if it has changed
 * since the organiser loaded it, and 403 if it was received, because its source would send it again.
 */
export async function removeByOrganiser(
  { db, iris, personId: actor, clock, notify }: DecisionContext,
  id: number,
  { version, reason }: { version: string; reason: string },
): Promise<void> {
  const { now } = clock;
  const managed = managedActivities(iris);
  const remove = async (tx: Db, _id: number, _now: unknown, before: ActivityRow) => {
    if (before.source !== 'manual') throw forbidden('received');
    const item = await itemOfActivity(tx, before, now);
    await recordDecision(
      tx,
      item,
      { decision: 'remove', reason, before: stateOf(iris, before) },
      now,
      notify,
    );
    await keepWithoutActivity(tx, item);
    await removeEntry(tx, before.personId, before.uuid, now);
  };
  await removeManaged(db, iris, { ...managed, remove }, id, version, { id: actor, now }, reason);
}
