import type pg from 'pg';
import { type AttemptLimit, attemptLimit } from '../../kit/attempt-limit.ts';
import { networkOf } from '../../kit/network-address.ts';

/** The origin of an attempt to sign in to an account. */
export interface AttemptSource {
  address: string;
  /** The browser's id, if it is a known browser of the account. */
  browser: string | undefined;
}

/**
 * Counts failed attempts to sign in to accounts, so that nobody can guess passwords or lock somebody else out. Failures
 * from one network address block the account for that address; failures from many addresses block it for unknown
 * browsers. A known browser has its own count, independent of other browsers.
 */
export interface AccountLimit {
  /**
   * Counts an attempt before it is made, so that concurrent attempts are counted like consecutive ones. Throws 429
   * after too many attempts.
   */
  begin(account: string, by: AttemptSource): Promise<void>;
  /** Counts a failed attempt towards the account's overall limit, unless it came from a known browser. */
  failed(account: string, by: AttemptSource): Promise<void>;
  /** After a successful attempt, clears the failed attempts of its network address or known browser. */
  forget(account: string, by: AttemptSource): Promise<void>;
  /** Clears all failed attempts on an account, except those of its known browsers. */
  forgetAll(account: string): Promise<void>;
}

/**
 * Returns limits for the attempts on an account within 15 minutes: ten from each network address, ten from
 * each known browser, and `overall` failed attempts from all unknown browsers together.
 */
export function accountLimit(pool: pg.Pool, name: string, overall: number): AccountLimit {
  const ofAddress = attemptLimit(pool, `${name}-at-address`, 10);
  const ofBrowser = attemptLimit(pool, `${name}-in-browser`, 10);
  const ofAll = attemptLimit(pool, name, overall);
  const own = (account: string, { address, browser }: AttemptSource): [AttemptLimit, string] =>
    browser === undefined ? [ofAddress, `${account} ${networkOf(address)}`] : [ofBrowser, browser];
  return {
    begin: async (account, by) => {
      if (by.browser === undefined) await ofAll.check(account);
      const [limit, key] = own(account, by);
      await limit.begin(key);
    },
    failed: async (account, by) => {
      if (by.browser === undefined) await ofAll.failed(account);
    },
    forget: (account, by) => {
      const [limit, key] = own(account, by);
      return limit.forget(key);
    },
    forgetAll: async (account) => {
      await pool.query('delete from failed_attempts where key = $1 or starts_with(key, $2)', [
        `${name}:${account}`,
        `${name}-at-address:${account} `,
      ]);
    },
  };
}
