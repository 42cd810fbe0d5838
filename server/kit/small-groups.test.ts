import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fewestPeople } from '../../contract/kit/fewest-people.ts';
import { type Part, reportedCount, shownGroups } from './small-groups.ts';

const of = (group: string | null, from: number, to: number): Part[] =>
  Array.from({ length: to - from + 1 }, (_, index) => ({ group, person: from + index }));

/**
 * Returns the number of people covered by each value that can be computed from the shown values. Such a value
 * is a linear combination of the total and the shown groups; it covers the people of the groups whose
 * coefficient is not zero. The hidden groups are part of the total only, so each value covers either all or
 * none of these groups.
 */
function sizesOfDifferences(parts: Part[]): number[] {
  const { groups, total } = shownGroups(parts);
  if (!total) return [];
  const peopleOf = (wanted: (group: string | null) => boolean) =>
    parts.filter(({ group }) => wanted(group)).flatMap(({ person }) => person ?? []);
  const shown = [...groups].map((name) => peopleOf((group) => group === name));
  const isInRest = (group: string | null) => group === null || !groups.has(group);
  const hasRest = parts.some(({ group }) => isInRest(group));
  const choices = [...shown, ...(hasRest ? [peopleOf(isInRest)] : [])];
  return Array.from(
    { length: 2 ** choices.length - 1 },
    (_, bits) => new Set(choices.filter((_, at) => (bits + 1) & (1 << at)).flat()).size,
  );
}

describe('shownGroups', () => {
  it('shows all groups if each has at least five people', () => {
    expect(shownGroups([...of('run', 1, 6), ...of('swim', 7, 12)])).toEqual({
      groups: new Set(['run', 'swim']),
      total: true,
    });
  });

  it('shows nothing about fewer than five people', () => {
    expect(shownGroups(of('run', 1, 4))).toEqual({ groups: new Set(), total: false });
    expect(shownGroups([])).toEqual({ groups: new Set(), total: false });
  });

  it('also hides the next smallest group if the hidden groups together have fewer than five people', () => {
    const parts = [...of('run', 1, 9), ...of('cycle', 10, 16), ...of('swim', 17, 18)];
    expect([...shownGroups(parts).groups]).toEqual(['run']);
  });

  it('hides only the small groups if together they have at least five people', () => {
    const parts = [...of('run', 1, 9), ...of('cycle', 10, 16), ...of('swim', 17, 18), ...of('row', 19, 21)];
    expect([...shownGroups(parts).groups].sort()).toEqual(['cycle', 'run']);
  });

  it('counts a person in several hidden groups only once', () => {
    const parts = [...of('run', 1, 9), ...of('cycle', 1, 5), ...of('swim', 1, 4), ...of('row', 1, 4)];
    expect([...shownGroups(parts).groups]).toEqual(['run']);
  });

  it('does not count deleted accounts as people', () => {
    const parts = [...of('run', 1, 9), ...of('cycle', 10, 16), { group: 'swim', person: null }];
    expect([...shownGroups(parts).groups]).toEqual(['run']);
  });

  it('counts people without a group towards the rest', () => {
    const crowd = [...of('a', 1, 9), ...of('b', 10, 16)];
    expect([...shownGroups([...crowd, ...of(null, 17, 22)]).groups].sort()).toEqual(['a', 'b']);
    expect([...shownGroups([...crowd, ...of(null, 17, 18)]).groups]).toEqual(['a']);
    expect([...shownGroups([...crowd, { group: null, person: null }]).groups]).toEqual(['a']);
  });

  // claim: no-subtraction
  it('never reveals a group of one to four people through subtraction', () => {
    const part = fc.record<Part>({
      group: fc.constantFrom('run', 'run', 'run', 'cycle', 'cycle', 'walk', 'swim', null),
      person: fc.option(fc.nat(24), { freq: 8 }),
    });
    let shown = 0;
    fc.assert(
      fc.property(fc.array(part, { maxLength: 60, size: 'max' }), (parts) => {
        shown += shownGroups(parts).groups.size;
        for (const people of sizesOfDifferences(parts)) expect(people).toBeGreaterThanOrEqual(fewestPeople);
      }),
      { numRuns: 1000 },
    );
    // Showing no groups at all would be safe but useless.
    expect(shown).toBeGreaterThan(500);
  });

  it('handles 1,000 groups of 200 people each', () => {
    const parts = Array.from({ length: 200_000 }, (_, person) => ({
      group: `team ${person % 1000}`,
      person,
    }));
    expect(shownGroups(parts).groups.size).toBe(1000);
  });
});

describe('reportedCount', () => {
  // claim: rounded-counts
  it('rounds down to multiples of five, so that no two counts differ by one to four people', () => {
    fc.assert(
      fc.property(fc.nat(10_000), fc.nat(10_000), (one, other) => {
        const [reported, less] = [reportedCount(one), reportedCount(other)];
        if (reported === null || less === null) return;
        const difference = Math.abs(reported - less);
        expect(difference === 0 || difference >= fewestPeople).toBe(true);
        expect(reported).toBeGreaterThanOrEqual(fewestPeople);
        expect(reported).toBeLessThanOrEqual(one);
      }),
    );
    expect([0, 1, 4].map(reportedCount)).toEqual([null, null, null]);
    expect([5, 9, 10].map(reportedCount)).toEqual([5, 5, 10]);
  });
});
