import { expect, it } from 'vitest';
import { monthOf, weekOf } from './own-days.ts';

const counted = [
  ['2026-11-01', 4],
  ['2026-10-31', 3],
  ['2026-10-26', 2],
].map(([day, kilometers]) => ({
  '@id': `/${day}`,
  '@type': 'ActivityDay' as const,
  day: day as string,
  kilometers: kilometers as number,
}));

it('a week has the days from Monday to Sunday, even across the end of a month or a clock change', () => {
  const week = weekOf(counted, '2026-11-01');
  expect(week.map(({ day }) => day.slice(5))).toEqual([
    '10-26',
    '10-27',
    '10-28',
    '10-29',
    '10-30',
    '10-31',
    '11-01',
  ]);
  expect(week.map(({ kilometers }) => kilometers)).toEqual([2, 0, 0, 0, 0, 3, 4]);
});

it('a month has all its days and no others', () => {
  const month = monthOf(counted, '2026-11-20');
  expect(month).toHaveLength(30);
  expect(month[0]).toEqual({ day: '2026-11-01', kilometers: 4 });
  expect(monthOf(counted, '2028-02-29')).toHaveLength(29);
});
