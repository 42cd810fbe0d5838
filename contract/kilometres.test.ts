import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Amount, countedMetres, secondsOf, timeOf } from './kilometres.ts';

const running = { kmFactor: 1, kmPerHour: 10, metresPerStep: 0.7 };
const rule = fc.record({
  kmFactor: fc.float({ min: 0, max: 10, noNaN: true }),
  kmPerHour: fc.float({ min: 0, max: 100, noNaN: true }),
  metresPerStep: fc.float({ min: 0, max: 3, noNaN: true }),
});

describe('counted metres', () => {
  it.each([
    [{ amountType: 'km', metres: 12_340 }, 12_340],
    [{ amountType: 'time', seconds: 3600 }, 10_000],
    [{ amountType: 'time', seconds: 2874 }, 7983],
    [{ amountType: 'steps', steps: 10_000 }, 7000],
  ] as [Amount, number][])('of %o are %i', (amount, metres) => {
    expect(countedMetres(running, amount)).toBe(metres);
  });

  it('include the sport’s factor for every kind of amount', () => {
    const half = { ...running, kmFactor: 0.5 };
    expect(countedMetres(half, { amountType: 'km', metres: 3000 })).toBe(1500);
    expect(countedMetres(half, { amountType: 'time', seconds: 3600 })).toBe(5000);
    expect(countedMetres(half, { amountType: 'steps', steps: 1000 })).toBe(350);
  });

  it('never decrease when the amount increases, and are whole numbers', () => {
    const amounts = [
      (value: number): Amount => ({ amountType: 'km', metres: value }),
      (value: number): Amount => ({ amountType: 'time', seconds: value }),
      (value: number): Amount => ({ amountType: 'steps', steps: value }),
    ];
    fc.assert(
      fc.property(
        rule,
        fc.constantFrom(...amounts),
        fc.nat(999_990),
        fc.nat(999_990),
        (by, of, one, other) => {
          const [less, more] = [
            countedMetres(by, of(Math.min(one, other))),
            countedMetres(by, of(Math.max(one, other))),
          ];
          expect(less).toBeLessThanOrEqual(more);
          expect(Number.isInteger(less) && less >= 0).toBe(true);
        },
      ),
    );
  });
});

describe('the time of an activity', () => {
  it('is unchanged after formatting and parsing, up to 99:59:59', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 359_999 }), (seconds) => {
        expect(secondsOf(timeOf(seconds))).toBe(seconds);
      }),
    );
    expect(timeOf(359_999)).toBe('99:59:59');
  });
});
