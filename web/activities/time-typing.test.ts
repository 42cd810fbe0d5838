import { describe, expect, it } from 'vitest';
import { timeAsTyped } from './time-typing.ts';

/** Types key by key; `<` is the backspace. */
function type(keys: string): string {
  return [...keys].reduce(
    (shown, key) => (key === '<' ? timeAsTyped(shown.slice(0, -1), true) : timeAsTyped(shown + key, false)),
    '',
  );
}

describe('a time as it is typed', () => {
  it.each([
    ['4754', '00:47:54'],
    ['00:47:54', '00:47:54'],
    ['13000', '01:30:00'],
    ['1:30:00', '01:30:00'],
    ['475<<754', '00:47:54'],
    ['1234567', '12:34:56'],
    ['0', '00:00:00'],
    ['5<', ''],
    ['abc', ''],
  ])('%s becomes %s', (keys, shown) => {
    expect(type(keys)).toBe(shown);
  });

  it('may be filled in at once', () => {
    expect(timeAsTyped('0:47:54', false)).toBe('00:47:54');
    expect(timeAsTyped('', true)).toBe('');
  });
});
