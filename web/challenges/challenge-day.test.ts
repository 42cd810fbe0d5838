import { expect, it } from 'vitest';
import { isInOpenChallenge } from './challenge-day.ts';

it('a day is in an open challenge from its first to its last day, until the results are final', () => {
  const november = { startsAt: '2026-11-01T00:00:00+01:00', endsAt: '2026-11-30T23:59:59+01:00' };
  const during = (day: string, state: 'grace' | 'frozen') => isInOpenChallenge(day, [{ ...november, state }]);
  expect(during('2026-11-01', 'grace')).toBe(true);
  expect(during('2026-11-30', 'grace')).toBe(true);
  expect(during('2026-10-31', 'grace')).toBe(false);
  expect(during('2026-12-01', 'grace')).toBe(false);
  expect(during('2026-11-15', 'frozen')).toBe(false);
  expect(isInOpenChallenge('2026-11-15', [])).toBe(false);
});
