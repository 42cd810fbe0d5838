import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { ActivityState } from '../../contract/activity-state.ts';
import type { DecisionKind } from '../../contract/managed/inbox.ts';
import type { Db } from '../db/db.ts';
import type { Enqueue } from '../kit/queue.ts';
import type { DecisionMail } from './decision-mail.ts';

/** A decision, with the activity's state before and after it. */
export interface Decision {
  decision: DecisionKind;
  reason: string;
  before?: ActivityState;
  after?: ActivityState;
}

/** Stores a decision, which closes its case, and notifies the person whom the case is about. */
export async function recordDecision(
  tx: Db,
  itemId: number,
  { decision, reason, before, after }: Decision,
  now: Temporal.Instant,
  notify: Enqueue<DecisionMail>,
): Promise<void> {
  const { id } = await tx
    .insertInto('case_decisions')
    .values({
      case_id: itemId,
      decision,
      reason,
      before: before ? JSON.stringify(before) : null,
      after: after ? JSON.stringify(after) : null,
      decided_at: now.toString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx.updateTable('cases').set({ is_open: false }).where('id', '=', itemId).execute();
  await notify(tx, { decisionId: id });
}

/** Returns and locks an activity's case, preferably an open case. Creates a case if an organiser acts without one. */
export async function itemOfActivity(
  tx: Db,
  activity: { id: number; personId: number },
  now: Temporal.Instant,
): Promise<number> {
  const there = await tx
    .selectFrom('cases')
    .select('id')
    .where('activity_id', '=', activity.id)
    .orderBy('is_open', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  if (there) return there.id;
  const { id } = await tx
    .insertInto('cases')
    .values({
      kind: 'correction',
      person_id: activity.personId,
      activity_id: activity.id,
      opened_at: now.toString(),
      is_open: false,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Detaches a case from its activity, which is about to be removed. */
export async function keepWithoutActivity(tx: Db, itemId: number): Promise<void> {
  await tx.updateTable('cases').set({ activity_id: null }).where('id', '=', itemId).execute();
}

/** Locks a case for a decision. Returns whether the case exists. */
export async function lockItem(tx: Db, id: number): Promise<boolean> {
  const { rows } = await sql`select from cases where id = ${id} for update`.execute(tx);
  return rows.length > 0;
}
