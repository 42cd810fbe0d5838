import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { polarRetryAt } from './limit.ts';

const now = Temporal.Instant.from('2026-11-20T08:00:00Z');

/** Returns the seconds to wait after a response with these headers. */
const wait = (usage?: string, limit?: string, reset?: string) => {
  const headers = new Headers();
  if (usage) headers.set('RateLimit-Usage', usage);
  if (limit) headers.set('RateLimit-Limit', limit);
  if (reset) headers.set('RateLimit-Reset', reset);
  return now.until(polarRetryAt(headers, now)).total('seconds');
};

describe('Polar’s retry time', () => {
  it('is the end of the window whose limit is exhausted', () => {
    expect(wait('521, 2340', '520, 5100', '560, 81234')).toBe(560);
    expect(wait('12, 5100', '520, 5100', '560, 81234')).toBe(81_234);
    expect(wait('600, 5200', '520, 5100', '560, 81234')).toBe(81_234);
  });

  it('is in 15 minutes if Polar reports no time, and never more than a day ahead', () => {
    expect(wait()).toBe(900);
    expect(wait('12, 340', '520, 5100', '560, 81234')).toBe(900);
    expect(wait('many', 'few', 'soon')).toBe(900);
    expect(wait('600, 9', '520', '1e300, -5')).toBe(900);
    expect(wait('600, 9000', '520, 5100', '-1, 1e300')).toBe(86_400);
    expect(wait('600, 9', '520, 5100', '0, 1')).toBe(1);
  });
});
