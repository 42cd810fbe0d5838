import { fewestPeople } from '../../contract/kit/fewest-people.ts';

/** A person's contribution to a group. */
export interface Part {
  /** Null: only ever shown as part of the rest. */
  group: string | null;
  /** Null: of a deleted account, which does not count. */
  person: number | null;
}

/** Which of the groups of a total may be shown. The others are shown as one rest. */
export interface Shown {
  groups: Set<string>;
  total: boolean;
}

/**
 * Which groups may be shown beside their total: those of five people or more. If the rest, which is the total minus
 * what is shown, has fewer than five people, the next smallest group joins it, until it has five or more.
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

/** A number of people as it may be shown: a multiple of five; null for fewer. */
export const reportedCount = (people: number): number | null =>
  people < fewestPeople ? null : people - (people % fewestPeople);
