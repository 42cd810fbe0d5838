import { expect, it } from 'vitest';
import { participantsOf } from './participants.ts';

// spec: constant participants modifier
it.each([
  [240, undefined, 239],
  [240, '', 239],
  [240, '0', 240],
  [240, '3', 237],
  [2, '50', 0],
  [240, 'no number', 239],
])('a platform with %i people and the modifier %j shows %i participants', (registered, modifier, shown) => {
  expect(participantsOf(registered, modifier)).toBe(shown);
});
