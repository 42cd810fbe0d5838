import type pg from 'pg';
import { RateLimiterPostgres } from 'rate-limiter-flexible';
import { ProblemError } from './problem-error.ts';

/** Counts failed attempts of one kind by a key; in the database, so that all processes count together. */
export interface AttemptLimit {
  /** Throws 429 with the time to wait where the key has failed too often. */
  check(key: string): Promise<void>;
  /** Counts a failure. */
  failed(key: string): Promise<void>;
  /** Forgets the failures of a key. */
  forget(key: string): Promise<void>;
}

const quarterOfAnHour = 15 * 60;

/** A limit of `points` failures a key in 15 minutes; `name` keeps the kinds apart. */
export function attemptLimit(pool: pg.Pool, name: string, points: number): AttemptLimit {
  const limiter = new RateLimiterPostgres({
    storeClient: pool,
    tableName: 'failed_attempts',
    tableCreated: true,
    // A job removes what has run out.
    clearExpiredByTimeout: false,
    keyPrefix: name,
    points,
    duration: quarterOfAnHour,
  });
  return {
    check: async (key) => {
      const state = await limiter.get(key);
      if (state && state.consumedPoints >= points)
        throw new ProblemError(429, 'tooManyAttempts', [], Math.ceil(state.msBeforeNext / 1000));
    },
    // Beyond the limit it rejects, which changes nothing: check() refuses then.
    failed: async (key) => void (await limiter.consume(key).catch(() => undefined)),
    forget: async (key) => void (await limiter.delete(key)),
  };
}
