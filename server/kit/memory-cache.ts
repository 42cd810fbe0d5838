import { LRUCache } from 'lru-cache';
import type { Commits } from '../db/commits.ts';
import { withinBudget } from '../db/wait-budget.ts';

interface CacheEntry<Value> {
  /** The state of the database before the value was read. */
  state: string;
  value: Promise<Value>;
  /** Whether the value has been read. */
  isRead: boolean;
  /** The latest value that has been read: the previous value, until `value` has been read. */
  last?: { value: Value; validAt: number };
  /** The size of the latest value that has been read, in bytes. */
  bytes: number;
  allowance: ReadAllowance;
}

/**
 * How many reads of a value are left. This limits how often the value is read while the database keeps
 * changing.
 */
interface ReadAllowance {
  left: number;
  countedAt: number;
  /** Whether the value is being read in the background while callers get the previous value. */
  isReading: boolean;
}

/** The maximum number of values; additional values would rarely be used. */
const mostValues = 5000;

/**
 * The number of bytes from which a value counts as large. A board of 500 people, for example, takes
 * milliseconds to read and to compress.
 */
const largeFrom = 50_000;

/**
 * While the database keeps changing, a value is read again at most this many times a second. Each read of a
 * large board takes about 20 ms of CPU time.
 */
const readsPerSecond = 6;

/**
 * How many times a value may be read in quick succession, for example while an organiser makes several
 * changes.
 */
const burstReads = { small: 100, large: 10 };

/**
 * A value is busy if less than this share of its reads is left. While a busy value is read again, callers get
 * the previous value if it is less than `mostAge` milliseconds old. `mostAge` and the time for which a check
 * for commits stays valid add up to less than a quarter of a second.
 */
const busy = { below: 0.5, mostAge: 125 };

/**
 * Keeps values that were read from the database until something is committed. Concurrent callers share one
 * read.
 */
export class MemoryCache<Value extends object> {
  readonly #commits: Commits;
  readonly #sizeOf: (value: Value) => number;
  readonly #values: LRUCache<string, CacheEntry<Value>>;

  constructor(
    commits: Commits,
    { mostBytes, sizeOf }: { mostBytes: number; sizeOf: (value: Value) => number },
  ) {
    this.#commits = commits;
    this.#sizeOf = sizeOf;
    this.#values = new LRUCache({
      max: mostValues,
      maxSize: mostBytes,
      sizeCalculation: ({ bytes }) => bytes,
    });
  }

  /**
   * Returns the value of a key. Calls `read` if no valid value is kept, and passes it the previous value, if
   * any. Rejects if `read` rejects. If `isFresh`, the value includes everything that any process has
   * committed before this call, unless the value has no reads left.
   */
  async of(key: string, read: (last?: Value) => Promise<Value>, isFresh = false): Promise<Value> {
    const entry = this.#values.get(key);
    if (entry) {
      const left = readsLeft(entry);
      if (left < 1) return current(entry);
      const isBusy = left < busy.below * mostReads(entry);
      if (isBusy && !isFresh && entry.last && performance.now() - entry.last.validAt < busy.mostAge) {
        this.#readInBackground(entry, key, read);
        return entry.last.value;
      }
    }
    return this.#latest(key, read, isFresh);
  }

  #readInBackground(
    { allowance }: CacheEntry<Value>,
    key: string,
    read: (last?: Value) => Promise<Value>,
  ): void {
    if (allowance.isReading) return;
    allowance.isReading = true;
    const over = () => {
      allowance.isReading = false;
    };
    // If the read fails, the next caller reads again.
    this.#latest(key, read, false).then(over, over);
  }

  async #latest(key: string, read: (last?: Value) => Promise<Value>, isFresh: boolean): Promise<Value> {
    const validAt = performance.now();
    const state = await this.#commits.state(isFresh);
    const entry = this.#values.get(key);
    if (entry?.state === state) {
      if (entry.isRead && entry.last) entry.last.validAt = validAt;
      return current(entry);
    }
    const { bytes = 1, last, allowance = newAllowance() } = entry ?? {};
    allowance.left -= 1;
    const value = read(last?.value);
    const next: CacheEntry<Value> = {
      state,
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
        next.last = { value: known, validAt };
        next.bytes = Math.max(1, this.#sizeOf(known));
        // Set the entry again, because the cache computes the size of an entry only when the entry is set.
        if (this.#values.peek(key) === next) this.#values.set(key, { ...next });
      },
      () => {
        if (this.#values.peek(key) === next) this.#values.delete(key);
      },
    );
    return withinBudget(value);
  }
}

const newAllowance = (): ReadAllowance => ({
  left: burstReads.small + 1,
  countedAt: performance.now(),
  isReading: false,
});

const current = <Value>({ isRead, last, value }: CacheEntry<Value>): Value | Promise<Value> =>
  isRead && last ? last.value : withinBudget(value);

const mostReads = ({ bytes }: CacheEntry<unknown>) =>
  bytes < largeFrom ? burstReads.small : burstReads.large;

/** Returns how many reads a value has left now. */
function readsLeft(entry: CacheEntry<unknown>): number {
  const { allowance } = entry;
  const now = performance.now();
  const regained = ((now - allowance.countedAt) / 1000) * readsPerSecond;
  allowance.left = Math.min(mostReads(entry), allowance.left + regained);
  allowance.countedAt = now;
  return allowance.left;
}
