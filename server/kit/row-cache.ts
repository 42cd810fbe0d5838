import DataLoader from 'dataloader';
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
 * Rows that are requested in the same turn of the event loop are read together too.
 */
export class RowCache<Key extends string | number, Row> {
  readonly #commits: Commits;
  readonly #reader: DataLoader<Key, Row | undefined>;
  readonly #rows = new LRUCache<Key, CacheEntry<Row>>({ max: mostRows });
  /** The state of the database at the latest read. */
  #state = '';

  /** `read` returns the rows that exist. */
  constructor(commits: Commits, read: (keys: Key[]) => Promise<Map<Key, Row>>) {
    this.#commits = commits;
    this.#reader = new DataLoader(
      async (keys) => {
        const rows = await read([...new Set(keys)]);
        return keys.map((key) => rows.get(key));
      },
      { cache: false, maxBatchSize: batchSize, batchScheduleFn: (begin) => setImmediate(begin) },
    );
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
    const now = performance.now();
    const others: [Key, number][] = [];
    if (state !== this.#state)
      for (const [other, { usedAt }] of this.#rows.entries()) {
        if (others.length === batchSize - 1) break;
        if (other !== key && now - usedAt < keptFresh) others.push([other, usedAt]);
      }
    this.#state = state;
    for (const [other, usedAt] of others) this.#readOne(other, state, usedAt);
    return this.#readOne(key, state, now);
  }

  #readOne(key: Key, state: string, usedAt: number): Promise<Row | undefined> {
    const row = runForEverybody(() => this.#reader.load(key));
    const entry: CacheEntry<Row> = { state, row, usedAt };
    this.#rows.set(key, entry);
    row.then(
      (known) => {
        entry.row = known;
      },
      () => {
        if (this.#rows.peek(key) === entry) this.#rows.delete(key);
      },
    );
    return row;
  }
}
