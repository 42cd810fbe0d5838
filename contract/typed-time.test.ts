import { describe, expect, it } from 'vitest';
import { timeInWords, typedTime } from './typed-time.ts';

describe('time fields', () => {
  it.each([
    ['45', '00:45:00'],
    ['90', '01:30:00'],
    ['120', '02:00:00'],
    ['1h30', '01:30:00'],
    ['1u30', '01:30:00'],
    ['2 h', '02:00:00'],
    ['1,5 h', '01:30:00'],
    ['1 heure 5 minutes', '01:05:00'],
    ['2 uur', '02:00:00'],
    ['90 min', '01:30:00'],
    ['45 min', '00:45:00'],
    ['45min30', '00:45:30'],
    ['47’54”', '00:47:54'],
    ['30 s', '00:00:30'],
    ['1:30', '01:30:00'],
    ['1.30', '01:30:00'],
    ['1 30', '01:30:00'],
    ['1,5', '01:30:00'],
    ['47:54', '00:47:54'],
    ['1:02:03', '01:02:03'],
    ['00:47:54', '00:47:54'],
    ['4754', '00:47:54'],
    ['13000', '01:30:00'],
    [' 00:00:00 ', '00:00:00'],
  ])('parse «%s» as %s', (text, time) => {
    expect(typedTime(text)).toBe(time);
  });

  it.each(['', 'abc', '1:75', '1:02:75', '75:10', '100 h', '1234567', '1h30h', '-5', '5 km'])(
    'reject «%s»',
    (text) => {
      expect(typedTime(text)).toBeUndefined();
    },
  );

  it('show a time in words', () => {
    expect(timeInWords('01:30:00', 'fr')).toMatch(/^1\sheure 30\sminutes$/);
    expect(timeInWords('00:45:00', 'en')).toBe('45 minutes');
    expect(timeInWords('02:00:01', 'nl')).toBe('2 uur 1 seconde');
  });
});
