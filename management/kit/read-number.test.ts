import { expect, it } from 'vitest';
import { readNumber, writtenNumber } from './read-number.ts';

it.each([
  ['', null, null, null],
  ['  ', null, null, null],
  ['5000', 5000, 5000, 5000],
  ['5 000', 5000, 5000, 5000],
  ['5\u202f000\u00a0000', 5_000_000, 5_000_000, 5_000_000],
  ['6,5', 6.5, 6.5, 6.5],
  ['6.5', 6.5, 6.5, 6.5],
  ['0,125', 0.125, 0.125, 0.125],
  ['0.125', 0.125, 0.125, 0.125],
  // Where the language says what the mark means, it is that; where it does not, nobody guesses.
  ['1.609', undefined, 1609, 1.609],
  ['1,609', 1.609, 1.609, 1609],
  ['5.000', undefined, 5000, undefined],
  ['5,000', undefined, undefined, 5000],
  ['1.234.567', 1_234_567, 1_234_567, 1_234_567],
  ['1.234,5', 1234.5, 1234.5, 1234.5],
  ['1,234.5', 1234.5, 1234.5, 1234.5],
  ['-3', -3, -3, -3],
  ['6,', 6, 6, 6],
  [',5', 0.5, 0.5, 0.5],
  ['1.2.3', undefined, undefined, undefined],
  ['1,2,3.4', undefined, undefined, undefined],
  ['12 34', undefined, undefined, undefined],
  ['6km', undefined, undefined, undefined],
  ['1e5', undefined, undefined, undefined],
  [',', undefined, undefined, undefined],
])('reads «%s» as French, Dutch and English write it', (text, french, dutch, english) => {
  expect(readNumber(text, 'fr')).toBe(french);
  expect(readNumber(text, 'nl')).toBe(dutch);
  expect(readNumber(text, 'en')).toBe(english);
});

it('reads what it has written', () => {
  for (const language of ['en', 'fr', 'nl'] as const)
    for (const value of [0, 0.1, 0.125, 6.5, 12.345, 5000, 100_000_000])
      expect(readNumber(writtenNumber(value, language), language)).toBe(value);
});
