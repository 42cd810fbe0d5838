import { LRUCache } from 'lru-cache';
import type { Commits } from '../db/commits.ts';
import { runForEverybody, withinBudget } from '../db/wait-budget.ts';

interface CacheEntry<Row> {
  /** The state of the database before the row was read. */
  state: string;
  /** The row, or a promise of it until it has been read. */
  row: Promise<Row | undefined> | Row | undefined;
  /** When the row was last used. */
  usedAt: number;
}

/** The maximum number of cached rows; each takes about a kilobyte. */
const mostRows = 20_000;

/** The maximum number of rows that are read with one statement. */
const batchSize = 1000;

/** For how long a row that is not used any more is still read together with the others, in milliseconds. */
const keptFresh = 10_000;

/**
 * Keeps rows of the database in memory, by key, until something is committed that `commits` notices. The first read after
 * that also reads all rows that were used in the last ten seconds, so one statement suffices for everybody who is active.
 */
export class RowCache<Key extends string | number, Row> {
  readonly #commits: Commits;
  readonly #read: (keys: Key[]) => Promise<Map<Key, Row>>;
  readonly #rows = new LRUCache<Key, CacheEntry<Row>>({ max: mostRows });
  /** The state of the database at the latest read. */
  #state = '';

  /** `read` returns the rows that exist. */
  constructor(commits: Commits, read: (keys: Key[]) => Promise<Map<Key, Row>>) {
    this.#commits = commits;
    this.#read = read;
  }

  /**
   * Returns the row of a key, or undefined if there is none. If `isFresh`, the row includes everything that
   * any process has committed before this call.
   */
  async of(key: Key, isFresh = false): Promise<Row | undefined> {
    const state = await this.#commits.state(isFresh);
    const entry = this.#rows.get(key);
    if (entry?.state !== state) return withinBudget(this.#readWithOthers(key, state));
    entry.usedAt = performance.now();
    return entry.row instanceof Promise ? withinBudget(entry.row) : entry.row;
  }

  #readWithOthers(key: Key, state: string): Promise<Row | undefined> {
    const keys = new Set([key]);
    const now = performance.now();
    if (state !== this.#state)
      for (const [other, { usedAt }] of this.#rows.entries()) {
        if (keys.size === batchSize) break;
        if (now - usedAt < keptFresh) keys.add(other);
      }
    this.#state = state;
    const reading = runForEverybody(() => this.#read([...keys]));
    for (const one of keys) {
      const usedAt = one === key ? now : (this.#rows.peek(one)?.usedAt ?? now);
      const row = reading.then((rows) => rows.get(one));
      const entry: CacheEntry<Row> = { state, row, usedAt };
      this.#rows.set(one, entry);
      row.then(
        (known) => {
          entry.row = known;
        },
        () => {
          if (this.#rows.peek(one) === entry) this.#rows.delete(one);
        },
      );
    }
    return reading.then((rows) => rows.get(key));
  }
}
