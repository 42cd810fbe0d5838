import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hundredthsOf, ScoreList } from './score-list.ts';

const ids = fc.integer({ min: 1, max: 30 });
/** Less than five metres are displayed as 0.00 kilometres. */
const metres = fc.integer({ min: 0, max: 80 });

it('counts people, finds those ahead and knows everybody’s metres after each change', () => {
  fc.assert(
    fc.property(
      fc.dictionary(ids.map(String), fc.integer({ min: 1, max: 80 })),
      fc.array(fc.tuple(ids, metres), { maxLength: 60 }),
      (start, changes) => {
        const known = new Map(Object.entries(start).map(([id, metres]) => [Number(id), metres]));
        const ascending = [...known].sort(([one], [other]) => one - other);
        const list = new ScoreList(
          Int32Array.from(ascending, ([id]) => id),
          Float64Array.from(ascending, ([, metres]) => metres),
        );
        for (const [id, metres] of changes) {
          list.set(id, metres);
          if (metres > 0) known.set(id, metres);
          else known.delete(id);
          for (let one = 0; one <= 31; one += 1) expect(list.metresOf(one)).toBe(known.get(one) ?? 0);
          const scores = [...known.values()].map(hundredthsOf);
          for (let one = 0; one <= 9; one += 1) {
            const higher = scores.filter((score) => score > one);
            expect(list.countAbove(one)).toBe(higher.length);
            const next = [...known].filter(([, metres]) => hundredthsOf(metres) === Math.min(...higher));
            expect(new Set(list.nextAbove(one))).toEqual(new Set(next.map(([id]) => id)));
          }
        }
      },
    ),
  );
});

it('ranks people with more than 21 million kilometres, and returns their metres exactly', () => {
  const list = new ScoreList(Int32Array.of(1, 2), Float64Array.of(30_000_000_123, 40_000_000_456));
  expect(list.metresOf(2)).toBe(40_000_000_456);
  expect(list.countAbove(hundredthsOf(30_000_000_123))).toBe(0);
  expect(list.countAbove(100)).toBe(2);
  expect(list.nextAbove(100)).toEqual([1, 2]);
  list.set(2, 7);
  expect(list.countAbove(1)).toBe(1);
});
