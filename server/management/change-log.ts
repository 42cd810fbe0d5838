import { sql } from 'kysely';
import type { Temporal } from 'temporal-polyfill';
import type { Db } from '../db/db.ts';

type Values = Record<string, unknown>;

/** A change by an organiser or by the platform, for the change log. */
export interface Change {
  /** The id of the author; null for the platform itself. */
  actor: number | null;
  now: Temporal.Instant;
  /** The kind of resource, named as in the addresses of the organisers' app. */
  resource: string;
  resourceId: string | number;
  /**
   * The person whose data was changed, if any. The logged values are deleted together with this person's
   * account.
   */
  subject?: number;
  /** The action: `create`, `replace`, `remove`, or an action that is specific to the resource. */
  action: string;
  reason?: string | undefined;
  /** The previous values of all fields that may have changed; undefined for a new resource. */
  before?: Values | undefined;
  /** The new values; undefined for a removed resource. */
  after?: Values | undefined;
}

/**
 * Adds a line to the change log, in the transaction of the change itself. Stores only the values that differ between
 * `before` and `after`; a replacement that changes nothing adds no line.
 */
export async function logChange(tx: Db, change: Change): Promise<void> {
  const { actor, now, resource, resourceId, subject, action, reason } = change;
  const { before, after } = differences(change.before, change.after);
  if (before && after && Object.keys(after).length === 0 && Object.keys(before).length === 0) return;
  await tx
    .insertInto('change_log')
    .values({
      at: now.toString(),
      actor_id: actor,
      actor:
        actor === null
          ? null
          : sql<string>`(select given_name || ' ' || surname from people where id = ${actor})`,
      resource,
      resource_id: String(resourceId),
      subject_id: subject ?? null,
      action,
      reason: reason ?? null,
      before: before ? JSON.stringify(before) : null,
      after: after ? JSON.stringify(after) : null,
    })
    .execute();
}

/** Returns the values that differ between two states; all values if there is only one state. */
function differences(
  before?: Values,
  after?: Values,
): { before?: Values | undefined; after?: Values | undefined } {
  if (!before || !after) return { before, after };
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  const only = (values: Values) => Object.fromEntries(changed.map((name) => [name, values[name] ?? null]));
  return { before: only(before), after: only(after) };
}

/**
 * Removes a person's data, and their name as an author, from the change log; the time and kind of each change remain.
 * Call this before deleting the account.
 */
export async function forgetInChangeLog(tx: Db, personId: number): Promise<void> {
  await tx
    .updateTable('change_log')
    .set({ subject_id: null, before: null, after: null, reason: null })
    .where('subject_id', '=', personId)
    .execute();
  await tx
    .updateTable('change_log')
    .set({ actor_id: null, actor: null })
    .where('actor_id', '=', personId)
    .execute();
}
