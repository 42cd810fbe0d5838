import { expect, it } from 'vitest';
import { typedNumber, writtenNumber } from './typed-number.ts';

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
  // An ambiguous number is accepted only if the language defines what the point or comma means.
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
  ['12 345 67', undefined, undefined, undefined],
  ['1 234 5678', undefined, undefined, undefined],
  ['1 234,5', 1234.5, 1234.5, 1234.5],
  ['6km', undefined, undefined, undefined],
  ['1e5', undefined, undefined, undefined],
  [',', undefined, undefined, undefined],
])('parses «%s» by the rules of French, Dutch and English', (text, french, dutch, english) => {
  expect(typedNumber(text, 'fr')).toBe(french);
  expect(typedNumber(text, 'nl')).toBe(dutch);
  expect(typedNumber(text, 'en')).toBe(english);
});

it('a formatted number parses to the same value', () => {
  for (const language of ['en', 'fr', 'nl'] as const)
    for (const value of [0, 0.1, 0.125, 6.5, 12.345, 5000, 100_000_000])
      expect(typedNumber(writtenNumber(value, language), language)).toBe(value);
});

it.each([
  ['8000', 8000],
  ['8.000', 8000],
  ['8,000', 8000],
  ['8 000', 8000],
  ['8\u00a0000', 8000],
  ['8\u202f000', 8000],
  ['123.456', 123_456],
  ['1,234,567', 1_234_567],
  ['8.00', undefined],
  ['8.0000', undefined],
  ['8000.0', undefined],
  ['0.800', undefined],
  ['1.5', undefined],
  ['1.234,5', undefined],
  ['12a', undefined],
])('parses «%s» as a whole number in every language', (text, value) => {
  for (const language of ['en', 'fr', 'nl'] as const)
    expect(typedNumber(text, language, { isWhole: true })).toBe(value);
});

it.each([
  ['8,000', 8, 8, 8000],
  ['8.000', undefined, 8000, 8],
  ['0,500', 0.5, 0.5, 0.5],
])('interprets «%s» so that the value stays below the maximum', (text, french, dutch, english) => {
  expect(typedNumber(text, 'fr', { most: 999.99 })).toBe(french);
  expect(typedNumber(text, 'nl', { most: 999.99 })).toBe(dutch);
  expect(typedNumber(text, 'en', { most: 999.99 })).toBe(english);
});
