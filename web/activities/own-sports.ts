import type { Activity } from '../../contract/activities.ts';

/** The maximum number of suggested sports; more would not fit above the list on a phone. */
const most = 4;

/**
 * Returns the addresses of a person's last sport and then of their most frequent sports. Expects the newest activity
 * first.
 */
export function ownSports(activities: Pick<Activity, 'sport'>[]): string[] {
  const counts = new Map<string, number>();
  for (const { sport } of activities) counts.set(sport['@id'], (counts.get(sport['@id']) ?? 0) + 1);
  const [last, ...others] = [...counts.keys()];
  if (last === undefined) return [];
  const byCount = others.sort((one, other) => (counts.get(other) ?? 0) - (counts.get(one) ?? 0));
  return [last, ...byCount].slice(0, most);
}
