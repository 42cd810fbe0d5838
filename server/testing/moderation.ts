import * as activities from '../../contract/activities.ts';
import * as managed from '../../contract/managed/activities.ts';
import * as inbox from '../../contract/managed/inbox.ts';
import { type Browser, running } from './test-app.ts';

/**
 * Logs a distance and returns the activity. The API accepts this, although no form offers distances for new activities.
 */
export const logKilometers = (
  person: Browser,
  kilometers: number,
  performedAt = '2026-11-20',
  sport = running,
) => person.call(activities.create, { body: { performedAt, sport, amountType: 'km', kilometers } });

/** Logs five runs of 5 km on the days before the tests' date, so that a much longer run is an outlier. */
export async function runRegularly(person: Browser): Promise<void> {
  for (const day of [10, 11, 12, 13, 14]) await logKilometers(person, 5, `2026-11-${day}`);
}

/** Calls for organisers and moderators. */
export function moderationCalls(who: () => Browser) {
  const items = async (query: object = { isOpen: 'true' }) =>
    (await who().call(inbox.list, { query: query as never }))['hydra:member'];
  return {
    items,
    /** Finds an activity by uuid, as organisers see it. */
    activity: async (uuid: string) => {
      const { 'hydra:member': found } = await who().call(managed.list, { query: { itemsPerPage: 1000 } });
      const one = found.find((activity) => activity.uuid === uuid);
      if (!one) throw new Error(`organisers cannot see activity ${uuid}`);
      return one;
    },
    correct: (activity: managed.ManagedActivity, changes: object) =>
      who().call(managed.replace, {
        params: { id: activity.id },
        body: { ...entryOf(activity), reason: 'A zero too many', ...changes } as never,
      }),
    decide: (item: inbox.InboxItem, decision: string, reason = 'We looked at it') =>
      who().call(inbox.decide, {
        params: { id: item.id },
        body: { decision: decision as never, reason, version: item.version },
      }),
  };
}

/** Returns the fields of an activity as the organisers' form sends them. */
export const entryOf = ({
  performedAt,
  sport,
  amountType,
  time,
  kilometers,
  steps,
  info,
  counts,
  version,
}: managed.ManagedActivity) => ({
  performedAt,
  sport,
  amountType,
  time,
  kilometers,
  steps,
  info,
  counts,
  version,
});
