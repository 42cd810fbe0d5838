import { fewestPeople } from '../../contract/kit/fewest-people.ts';

/** A person's contribution to a group. */
export interface Part {
  /** The group; null for people who are only ever shown as part of the rest. */
  group: string | null;
  /** The person; null for a deleted account, which does not count as a person. */
  person: number | null;
}

/** The groups that may be shown. The others are shown together as the rest. */
export interface Shown {
  groups: Set<string>;
  total: boolean;
}

/**
 * Returns which groups may be shown together with their total: those with at least five people. If the rest
 * (the total minus the shown groups) has fewer than five people, the next smallest groups join the rest until
 * the rest has five people.
 */
export function shownGroups(parts: Part[]): Shown {
  const groups = new Map<string | null, Set<number>>();
  const everybody = new Set<number>();
  for (const { group, person } of parts) {
    const people = groups.get(group) ?? new Set();
    groups.set(group, people);
    if (person === null) continue;
    people.add(person);
    everybody.add(person);
  }
  if (everybody.size < fewestPeople) return { groups: new Set(), total: false };
  const hasRest = groups.has(null);
  const rest = new Set(groups.get(null));
  groups.delete(null);
  const bySize = [...(groups as Map<string, Set<number>>)].sort(
    ([oneName, one], [otherName, other]) => one.size - other.size || (oneName < otherName ? -1 : 1),
  );
  let hidden = 0;
  for (const [, people] of bySize) {
    const restIsSafe = (hidden === 0 && !hasRest) || rest.size >= fewestPeople;
    if (people.size >= fewestPeople && restIsSafe) break;
    for (const person of people) rest.add(person);
    hidden += 1;
  }
  return { groups: new Set(bySize.slice(hidden).map(([name]) => name)), total: true };
}

/** Rounds a number of people down to a multiple of five; null for fewer than five people. */
export const reportedCount = (people: number): number | null =>
  people < fewestPeople ? null : people - (people % fewestPeople);
