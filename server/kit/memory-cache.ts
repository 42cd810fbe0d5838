import { LRUCache } from 'lru-cache';
import type { Commits } from '../db/commits.ts';
import { runForEverybody, withinBudget } from '../db/wait-budget.ts';

interface CacheEntry<Value> {
  /** The state of the database before the value was read. */
  state: string;
  /** The period in which the value was read. */
  period: number;
  value: Promise<Value>;
  /** Whether the value has been read. */
  isRead: boolean;
  /** The latest value that has been read: the previous value, until `value` has been read. */
  last?: { value: Value; validAt: number; period: number };
  /** The size of the latest value that has been read, in bytes. */
  bytes: number;
  allowance: ReadAllowance<Value>;
}

/**
 * How many reads of a value are left. This limits how often the value is read while the database keeps
 * changing.
 */
interface ReadAllowance<Value> {
  left: number;
  countedAt: number;
  /** The running read of a busy value. */
  reading?: Promise<Value> | undefined;
}

/** The maximum number of values; additional values would rarely be used. */
const mostValues = 5000;

/**
 * The number of bytes from which a value counts as large. A board of 500 people, for example, takes
 * milliseconds to read and to compress.
 */
const largeFrom = 50_000;

/**
 * How many times a value may be read in quick succession, for example while somebody makes several changes, and how
 * many of these reads it regains in a second.
 */
const burstReads = { small: 80, large: 10, perSecond: 4 };

/** If this many callers are waiting for reads or for checks for commits, the database keeps many people waiting. */
const manyWaiting = 8;

/**
 * A value is busy if less than this share of its reads is left, or while many callers are waiting. Callers get a busy
 * value from memory while it is less than `mostAge` milliseconds old. Once it is `readAfter` milliseconds old, it is
 * read again in the background, up to `gatherFor` milliseconds later, together with others, as reading many people's
 * rows with one statement takes far less time than one by one. A large value is read earlier, because a read of a large
 * board takes about 20 ms of CPU time. `mostAge` and the time for which a check for commits stays valid add up to less
 * than a quarter of a second.
 */
const busy = {
  below: 0.5,
  readAfter: { small: 185, large: 145 },
  gatherFor: 20,
  mostAge: 205,
};

/**
 * Keeps values that were read from the database until something is committed or the period is over. Concurrent callers
 * share one read.
 */
export class MemoryCache<Value extends object> {
  readonly #commits: Commits;
  readonly #sizeOf: (value: Value) => number;
  readonly #isNeverBusy: boolean;
  readonly #periodNow: () => number;
  readonly #values: LRUCache<string, CacheEntry<Value>>;
  /** How many callers are waiting for reads or for checks for commits. */
  #waiting = 0;
  /** Resolves when the busy values that are being gathered may be read. */
  #gathering: Promise<void> | undefined;

  /**
   * `isNeverBusy` is for values from which other cached values are made: if both were busy, their ages would add up, and
   * a value made from an outdated one would count as current. `periodNow` is for values that also depend on the time: once
   * it returns a different number, the values of the previous period are no longer used.
   */
  constructor(
    commits: Commits,
    {
      mostBytes,
      sizeOf,
      isNeverBusy = false,
      periodNow = () => 0,
    }: {
      mostBytes: number;
      sizeOf: (value: Value) => number;
      isNeverBusy?: boolean;
      periodNow?: () => number;
    },
  ) {
    this.#commits = commits;
    this.#sizeOf = sizeOf;
    this.#isNeverBusy = isNeverBusy;
    this.#periodNow = periodNow;
    this.#values = new LRUCache({
      max: mostValues,
      maxSize: mostBytes,
      sizeCalculation: ({ bytes }) => bytes,
    });
  }

  /** Returns the value that `of` would return; undefined if the value has to be read or checked. */
  known(key: string): Value | undefined {
    const entry = this.#values.get(key);
    return entry && this.#knownIn(entry);
  }

  #knownIn(entry: CacheEntry<Value>): Value | undefined {
    if (!entry.last) return undefined;
    if (entry.isRead && entry.state === this.#commits.known && entry.period === this.#periodNow()) {
      entry.last.validAt = performance.now();
      return entry.last.value;
    }
    const until = entry.allowance.reading ? busy.mostAge : readAfter(entry);
    const isRecent = performance.now() - entry.last.validAt < until;
    return isRecent && this.#isBusy(entry) ? entry.last.value : undefined;
  }

  #isBusy(entry: CacheEntry<Value>): boolean {
    if (this.#isNeverBusy || entry.last?.period !== this.#periodNow()) return false;
    return this.#waiting >= manyWaiting || readsLeft(entry) < busy.below * mostReads(entry);
  }

  /**
   * Returns the value of a key. Calls `read` if no valid value is kept, and passes it the previous value, if
   * any. Rejects if `read` rejects. If `isFresh`, the value includes everything that any process has
   * committed before this call, unless the value is busy and has no reads left.
   */
  async of(key: string, read: (last?: Value) => Promise<Value>, isFresh = false): Promise<Value> {
    const entry = this.#values.get(key);
    const known = isFresh ? undefined : entry && this.#knownIn(entry);
    if (known) return known;
    if (entry?.last) {
      const isBusy = this.#isBusy(entry) && (!isFresh || readsLeft(entry) < 1);
      const age = performance.now() - entry.last.validAt;
      if (isBusy && age < readAfter(entry)) return entry.last.value;
      if (isBusy) {
        const reading = this.#readBusy(entry, key, read);
        return age < busy.mostAge ? entry.last.value : this.#wait(withinBudget(reading));
      }
    }
    return this.#wait(this.#latest(key, read, isFresh));
  }

  async #wait(reading: Promise<Value>): Promise<Value> {
    this.#waiting += 1;
    try {
      return await reading;
    } finally {
      this.#waiting -= 1;
    }
  }

  /** Reads a busy value, or joins its running read: another read would start with nearly every commit. */
  #readBusy(
    { allowance }: CacheEntry<Value>,
    key: string,
    read: (last?: Value) => Promise<Value>,
  ): Promise<Value> {
    if (!allowance.reading) {
      const over = () => {
        allowance.reading = undefined;
      };
      allowance.reading = runForEverybody(async () => {
        await this.#gather();
        return this.#latest(key, read, false);
      });
      allowance.reading.then(over, over);
    }
    return allowance.reading;
  }

  /** Waits until the busy values that become too old at about the same time are read together. */
  #gather(): Promise<void> {
    this.#gathering ??= new Promise((resolve) => {
      setTimeout(() => {
        this.#gathering = undefined;
        resolve();
      }, busy.gatherFor);
    });
    return this.#gathering;
  }

  async #latest(key: string, read: (last?: Value) => Promise<Value>, isFresh: boolean): Promise<Value> {
    const validAt = performance.now();
    const period = this.#periodNow();
    const state = await this.#commits.state(isFresh);
    const entry = this.#values.get(key);
    if (entry?.state === state && entry.period === period) {
      if (entry.isRead && entry.last) entry.last.validAt = validAt;
      return current(entry);
    }
    const { bytes = 1, last, allowance = newAllowance() } = entry ?? {};
    allowance.left = Math.max(0, allowance.left - 1);
    const value = read(last?.value);
    const next: CacheEntry<Value> = {
      state,
      period,
      value,
      isRead: false,
      bytes,
      allowance,
      ...(last ? { last } : {}),
    };
    this.#values.set(key, next);
    value.then(
      (known) => {
        next.isRead = true;
        next.last = { value: known, validAt, period };
        next.bytes = Math.max(1, this.#sizeOf(known));
        const kept = this.#values.peek(key);
        // Set the entry again, because the cache computes the size of an entry only when the entry is set.
        if (kept === next) this.#values.set(key, { ...next });
        // A later read is still running. Without this value, reads that take longer than the time between two commits
        // would never let the value become busy, and every commit would cause another read.
        else if (kept && !kept.isRead && (kept.last?.validAt ?? -1) < validAt) kept.last = next.last;
      },
      () => {
        if (this.#values.peek(key) === next) this.#values.delete(key);
      },
    );
    return withinBudget(value);
  }
}

const newAllowance = () => ({ left: burstReads.small + 1, countedAt: performance.now() });

const current = <Value>({ isRead, last, value }: CacheEntry<Value>): Value | Promise<Value> =>
  isRead && last ? last.value : withinBudget(value);

const isSmall = ({ bytes }: CacheEntry<unknown>) => bytes < largeFrom;

const readAfter = (entry: CacheEntry<unknown>) => busy.readAfter[isSmall(entry) ? 'small' : 'large'];

const mostReads = (entry: CacheEntry<unknown>) => burstReads[isSmall(entry) ? 'small' : 'large'];

/** Returns how many reads a value has left now. */
function readsLeft(entry: CacheEntry<unknown>): number {
  const { allowance } = entry;
  const now = performance.now();
  const regained = ((now - allowance.countedAt) / 1000) * burstReads.perSecond;
  allowance.left = Math.min(mostReads(entry), allowance.left + regained);
  allowance.countedAt = now;
  return allowance.left;
}
