import { Temporal } from 'temporal-polyfill';
import type { UsageWindow } from '../providers/usage-meter.ts';

/**
 * Strava's windows, in seconds: a quarter of an hour aligned to the clock, and a UTC day
 * (developers.strava.com, rate limits).
 */
const windowSeconds = [15 * 60, 24 * 60 * 60] as const;

/**
 * The limits that Strava reports: one for all calls, and one for calls that only read data, as all of ours
 * do.
 */
const limits = ['x-ratelimit', 'x-readratelimit'];

/** Returns the windows in a response. Each header contains a number for the short window and one for the long window. */
export function stravaWindows(headers: Headers, now: Temporal.Instant): UsageWindow[] {
  return limits.flatMap((limit) => {
    const [allowed, used] = [
      numbersOf(headers.get(`${limit}-limit`)),
      numbersOf(headers.get(`${limit}-usage`)),
    ];
    return windowSeconds.flatMap((seconds, at) => {
      const [allowedNow, usedNow] = [allowed[at], used[at]];
      if (allowedNow === undefined || usedNow === undefined) return [];
      return [
        {
          name: `${limit} ${seconds}`,
          used: usedNow,
          allowed: allowedNow,
          seconds,
          endsAt: endOf(seconds, now),
        },
      ];
    });
  });
}

/** Returns when Strava accepts calls again. Strava reports how many calls were made, but not when to retry. */
export function stravaRetryAt(headers: Headers, now: Temporal.Instant): Temporal.Instant {
  const isDayFull = stravaWindows(headers, now).some(
    ({ used, allowed, seconds }) => used >= allowed && seconds === windowSeconds[1],
  );
  return endOf(isDayFull ? windowSeconds[1] : windowSeconds[0], now);
}

function endOf(seconds: number, now: Temporal.Instant): Temporal.Instant {
  const window = seconds * 1000;
  return Temporal.Instant.fromEpochMilliseconds((Math.floor(now.epochMilliseconds / window) + 1) * window);
}

const numbersOf = (header: string | null): number[] =>
  header?.split(',').map(Number).filter(Number.isFinite) ?? [];
