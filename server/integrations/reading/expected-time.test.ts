import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { timeOfCall } from './expected-time.ts';

const now = Temporal.Instant.from('2026-11-20T08:05:00Z');
const quarter = (used: number, allowed = 100) => ({
  name: 'quarter',
  used,
  allowed,
  seconds: 900,
  endsAt: Temporal.Instant.from('2026-11-20T08:15:00Z'),
});
const day = (used: number, allowed = 1000) => ({
  name: 'day',
  used,
  allowed,
  seconds: 86_400,
  endsAt: Temporal.Instant.from('2026-11-21T00:00:00Z'),
});
const timeOf = (n: number, ...windows: ReturnType<typeof day>[]) => timeOfCall(n, windows, now).toString();

describe('the time of a call', () => {
  it('is now if calls are left, or if the service reports no limits', () => {
    expect(timeOf(100, quarter(0), day(0))).toBe(now.toString());
    expect(timeOf(100_000)).toBe(now.toString());
  });

  it('is in a later window if the calls before it use up the current one', () => {
    expect(timeOf(101, quarter(0), day(0))).toBe('2026-11-20T08:15:00Z');
    expect(timeOf(250, quarter(0), day(0))).toBe('2026-11-20T08:30:00Z');
    expect(timeOf(1, quarter(20), day(1000))).toBe('2026-11-21T00:00:00Z');
    expect(timeOf(1101, quarter(0), day(0))).toBe('2026-11-21T00:15:00Z');
    expect(timeOf(3001, quarter(0), day(0))).toBe('2026-11-23T00:00:00Z');
  });

  it('is never before the time of the previous call', () => {
    const limits = fc.record({
      turn: fc.integer({ min: 1, max: 3000 }),
      used: fc.integer({ min: 0, max: 150 }),
      usedToday: fc.integer({ min: 0, max: 1200 }),
      allowed: fc.integer({ min: 1, max: 300 }),
    });
    fc.assert(
      fc.property(limits, ({ turn, used, usedToday, allowed }) => {
        const windows = [quarter(used, allowed), day(usedToday)];
        const [one, next] = [turn, turn + 1].map((n) => timeOfCall(n, windows, now).epochMilliseconds);
        return Number(next) >= Number(one) && Number(one) >= now.epochMilliseconds;
      }),
    );
  });
});
