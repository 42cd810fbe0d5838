import type { Temporal } from 'temporal-polyfill';
import type { UsageWindow } from '../providers/usage-meter.ts';

/**
 * The lengths of the windows, in seconds, in which Polar limits calls: a quarter of an hour and a day. We never wait
 * longer than the length of the window whose limit is exhausted.
 */
const windowSeconds = [15 * 60, 24 * 60 * 60];

/**
 * Returns the windows in a response. Each of the headers `RateLimit-Usage`, `RateLimit-Limit` and `RateLimit-Reset`
 * contains a value for the short window and one for the long window; the reset values are in seconds. Leaves out a
 * window that is not reported.
 */
export function polarWindows(headers: Headers, now: Temporal.Instant): UsageWindow[] {
  const both = (name: string) => (headers.get(name) ?? '').split(',').map((part) => Number.parseFloat(part));
  const [usage, limit, reset] = ['usage', 'limit', 'reset'].map((name) => both(`ratelimit-${name}`));
  return windowSeconds.flatMap((seconds, window) => {
    const [used, allowed, wait] = [Number(usage?.[window]), Number(limit?.[window]), Number(reset?.[window])];
    if (!(used >= 0 && allowed >= 0 && wait >= 0)) return [];
    const endsAt = now.add({ seconds: Math.max(1, Math.min(Math.ceil(wait), seconds)) });
    return [{ name: String(seconds), used, allowed, seconds, endsAt }];
  });
}

/** Returns when Polar accepts calls again. If no window is reported as exhausted, the short window applies. */
export function polarRetryAt(headers: Headers, now: Temporal.Instant): Temporal.Instant {
  const ends = polarWindows(headers, now).flatMap(({ used, allowed, endsAt }) =>
    used >= allowed ? [endsAt.epochMilliseconds] : [],
  );
  const wait = { seconds: windowSeconds[0] ?? 0 };
  return ends.length > 0
    ? now.add({ milliseconds: Math.max(...ends) - now.epochMilliseconds })
    : now.add(wait);
}
