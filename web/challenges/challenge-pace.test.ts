import { expect, it } from 'vitest';
import { daysUntil, paceOf } from './challenge-pace.ts';

const challenge = { startsAt: '2026-11-01T00:00:00+01:00', endsAt: '2026-11-30T23:59:59+01:00' };
const at = (moment: string) => Date.parse(moment);

it('the pace of a challenge consists of the days left, the current pace and the pace needed', () => {
  const pace = paceOf(challenge, { progress: 1000, target: 4000 }, at('2026-11-11T00:00:00+01:00'));
  expect(pace?.daysLeft).toBe(20);
  expect(pace?.soFar).toBeCloseTo(100, 1);
  expect(pace?.needed).toBeCloseTo(150, 1);
  expect(pace?.expected).toBeCloseTo(75, 1);
});

it('the pace needed is zero once the target is reached', () => {
  const pace = paceOf(challenge, { progress: 5000, target: 4000 }, at('2026-11-11T00:00:00+01:00'));
  expect(pace?.needed).toBe(0);
});

it('the first and the last day count as whole days at any hour', () => {
  const first = paceOf(challenge, { progress: 30, target: 4000 }, at('2026-11-01T01:00:00+01:00'));
  expect(first?.soFar).toBe(30);
  const last = paceOf(challenge, { progress: 3990, target: 4000 }, at('2026-11-30T23:00:00+01:00'));
  expect(last).toMatchObject({ daysLeft: 1, needed: 10 });
});

it('only a running challenge has a pace, and only a future challenge has days until its start', () => {
  const progress = { progress: 0, target: 4000 };
  expect(paceOf(challenge, progress, at('2026-10-31T23:00:00+01:00'))).toBeUndefined();
  expect(paceOf(challenge, progress, at('2026-12-01T00:00:00+01:00'))).toBeUndefined();
  expect(paceOf(challenge, { progress: 0, target: 0 }, at('2026-11-11T00:00:00+01:00'))).toBeUndefined();
  expect(daysUntil(challenge, at('2026-10-29T12:00:00+01:00'))).toBe(3);
  expect(daysUntil(challenge, at('2026-11-02T12:00:00+01:00'))).toBeUndefined();
});
