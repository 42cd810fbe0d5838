import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ScoreList } from './score-list.ts';

const ids = fc.integer({ min: 1, max: 30 });
const scores = fc.integer({ min: 0, max: 8 });

it('counts people correctly after each change', () => {
  fc.assert(
    fc.property(
      fc.dictionary(ids.map(String), fc.integer({ min: 1, max: 8 })),
      fc.array(fc.tuple(ids, scores), { maxLength: 60 }),
      (start, changes) => {
        const known = new Map(Object.entries(start).map(([id, score]) => [Number(id), score]));
        const ascending = [...known].sort(([one], [other]) => one - other);
        const list = new ScoreList(
          Int32Array.from(ascending, ([id]) => id),
          Int32Array.from(ascending, ([, score]) => score),
        );
        for (const [id, score] of changes) {
          list.set(id, score);
          if (score > 0) known.set(id, score);
          else known.delete(id);
          expect(list.size).toBe(known.size);
          for (let one = 0; one <= 9; one += 1)
            expect(list.countAbove(one)).toBe([...known.values()].filter((score) => score > one).length);
        }
      },
    ),
  );
});
