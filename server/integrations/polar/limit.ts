import type { Temporal } from 'temporal-polyfill';

/**
 * The lengths of the windows, in seconds, in which Polar limits calls: a quarter of an hour and a day. We never wait
 * longer than the length of the window whose limit is exhausted.
 */
const windowSeconds = [15 * 60, 24 * 60 * 60];

/**
 * Returns when Polar accepts calls again. Each of the headers `RateLimit-Usage`, `RateLimit-Limit` and
 * `RateLimit-Reset` contains a value for the short window and one for the long window; the reset values are in seconds.
 * Windows whose limit is not exhausted are ignored. If no window is reported as exhausted, the short window applies.
 */
export function polarRetryAt(headers: Headers, now: Temporal.Instant): Temporal.Instant {
  const both = (name: string) => (headers.get(name) ?? '').split(',').map((part) => Number.parseFloat(part));
  const [usage, limit, reset] = ['usage', 'limit', 'reset'].map((word) => both(`ratelimit-${word}`));
  const waits = windowSeconds.flatMap((longest, window) => {
    const isFull = Number(usage?.[window]) >= Number(limit?.[window]);
    const wait = Number(reset?.[window] ?? Number.NaN);
    return isFull && wait >= 0 ? [Math.min(Math.ceil(wait), longest)] : [];
  });
  return now.add({ seconds: waits.length > 0 ? Math.max(1, ...waits) : (windowSeconds[0] ?? 0) });
}
