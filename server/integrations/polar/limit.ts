import type { Temporal } from 'temporal-polyfill';

/** Polar counts per quarter of an hour and per day, in seconds: no wait is longer. */
const windowSeconds = [15 * 60, 24 * 60 * 60];

/**
 * When Polar accepts calls again, from its headers `RateLimit-Usage`, `-Limit` and `-Reset`: each “short, long”, the
 * last in seconds. Windows that are not full are ignored; if none is reported as full, the short one applies.
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
