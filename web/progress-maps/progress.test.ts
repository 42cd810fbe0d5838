import { expect, test } from 'vitest';
import { placeOf, shows } from './progress.ts';

// spec: constant marker wrap
test('a marker’s place is shifted by its modifier, and continues from the end of the route if it falls below 0', () => {
  expect(placeOf(0, 42.5)).toBe(42.5);
  expect(placeOf(-1.5, 42.5)).toBe(41);
  expect(placeOf(-3, 1)).toBe(98);
});

test('an element is visible within its ranges, including both ends', () => {
  const definition = {
    percentageRanges: [
      { min: 0, max: 25 },
      { min: 75, max: 100 },
    ],
  };
  expect([0, 25, 50, 75, 100].map((percentage) => shows(definition, percentage))).toEqual([
    true,
    true,
    false,
    true,
    true,
  ]);
});
