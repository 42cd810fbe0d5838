import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { networkOf } from './network-address.ts';
import { ProblemError } from './problem-error.ts';

/**
 * Counts attempts of one kind per key. The counts are in the database, so all processes share them. Every method throws
 * 429 with the time to wait if the key has too many attempts.
 */
export interface AttemptLimit {
  /**
   * Counts an attempt before it is made, so that concurrent attempts are counted like consecutive attempts.
   */
  begin(key: string): Promise<void>;
  /** Checks whether an attempt is allowed, without counting the attempt; concurrent attempts may all pass. */
  check(key: string): Promise<void>;
  /** Counts a failed attempt that `check` had allowed. */
  failed(key: string): Promise<void>;
  /** Clears the attempts of a key. */
  forget(key: string): Promise<void>;
}

const quarterOfAnHour = 15 * 60;

/**
 * Returns a limit of `points` attempts per key in 15 minutes. `name` is the kind of attempt; each kind has
 * its own counts.
 */
export function attemptLimit(pool: pg.Pool, name: string, points: number): AttemptLimit {
  const limiter = new RateLimiterPostgres({
    storeClient: pool,
    // Without this option, the library guesses the type from the name of the pool's class.
    storeType: 'pool',
    tableName: 'failed_attempts',
    tableCreated: true,
    // A job removes expired rows.
    clearExpiredByTimeout: false,
    keyPrefix: name,
    points,
    duration: quarterOfAnHour,
  });
  const count = async (key: string) => {
    await limiter.consume(key).catch((state: unknown) => {
      throw state instanceof RateLimiterRes ? tooMany(state) : state;
    });
  };
  return {
    begin: count,
    check: async (key) => {
      const state = await limiter.get(key);
      if (state && state.consumedPoints >= points) throw tooMany(state);
    },
    failed: count,
    forget: async (key) => void (await limiter.delete(key)),
  };
}

/** Returns a limit for client addresses; all addresses in a network share one count. */
export function addressLimit(pool: pg.Pool, name: string, points: number): AttemptLimit {
  const limit = attemptLimit(pool, name, points);
  return {
    begin: (address) => limit.begin(networkOf(address)),
    check: (address) => limit.check(networkOf(address)),
    failed: (address) => limit.failed(networkOf(address)),
    forget: (address) => limit.forget(networkOf(address)),
  };
}

const tooMany = ({ msBeforeNext }: RateLimiterRes) =>
  new ProblemError(429, 'tooManyAttempts', [], Math.ceil(msBeforeNext / 1000));
