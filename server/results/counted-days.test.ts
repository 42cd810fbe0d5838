import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { expect, it } from 'vitest';
import { type Days, nextMove } from './counted-days.ts';

const dayOf = (number: number) => Temporal.PlainDate.from('2026-01-01').add({ days: number }).toString();
const numbers = Array.from({ length: 60 }, (_, number) => number);
const within = (day: string, { from, until }: Days) => from <= day && day <= until;
const period = fc
  .tuple(fc.nat(29), fc.nat(29))
  .map(([start, length]) => ({ from: dayOf(start), until: dayOf(start + length) }));
const anyPeriod = fc.oneof(
  { weight: 4, arbitrary: period },
  fc.nat(40).map((start) => ({ from: dayOf(start + 1), until: dayOf(start) })),
);

it('moves the counted days from any period to any other, adding or removing each day once', () => {
  fc.assert(
    fc.property(anyPeriod, period, fc.infiniteStream(fc.nat(5)), (start, wanted, sizes) => {
      const held = new Set(numbers.map(dayOf).filter((day) => within(day, start)));
      let counted = start;
      for (let move = nextMove(counted, wanted); move; move = nextMove(counted, wanted)) {
        const all = numbers.map(dayOf).filter((day) => within(day, (move as NonNullable<typeof move>).days));
        expect(all.length).toBeGreaterThan(0);
        const size = 1 + (sizes.next().value as number);
        const some = move.end === 'first' ? all.slice(0, size) : all.slice(-size);
        for (const day of some) {
          expect(held.has(day)).toBe(move.counted === -1);
          if (move.counted === 1) held.add(day);
          else held.delete(day);
        }
        counted = move.after({ from: some[0] as string, until: some.at(-1) as string });
        expect([...held].sort()).toEqual(numbers.map(dayOf).filter((day) => within(day, counted)));
      }
      expect([...held].sort()).toEqual(numbers.map(dayOf).filter((day) => within(day, wanted)));
    }),
  );
});
