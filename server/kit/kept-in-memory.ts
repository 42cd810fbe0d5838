import { LRUCache } from 'lru-cache';
import type { Commits } from '../db/commits.ts';
import { withinBudget } from '../db/wait-budget.ts';

interface Kept<Value> {
  /** The state of the database before the value was read. */
  state: string;
  value: Promise<Value>;
  /** The value, once it has been read. */
  known?: Value;
  /** The bytes of the value, once it has been read. */
  bytes: number;
  turns: Turns;
}

/** How often a value may be read again while the database changes all the time. */
interface Turns {
  left: number;
  countedAt: number;
}

/** The number of values; more of them would be read rarely. */
const mostValues = 5000;

/** A value of this many bytes, for example a board of 500 people, takes milliseconds to read and to compress. */
const largeFrom = 50_000;

/**
 * How many times a second a value is read again at most, and how many times at once, for example by an organiser who
 * changes one thing after the other. Between two turns, people see a value that is older by a twentieth of a second at
 * most, by a sixth if it is large. A large board takes about 20 ms of a core each time.
 */
const [smallTurns, largeTurns] = [
  { perSecond: 20, atOnce: 100 },
  { perSecond: 6, atOnce: 10 },
];

/**
 * Values read from the database, kept as long as nothing has been committed since. Several callers at once share one
 * reading.
 */
export class KeptInMemory<Value extends object> {
  readonly #commits: Commits;
  readonly #sizeOf: (value: Value) => number;
  readonly #values: LRUCache<string, Kept<Value>>;

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
   * Returns the value of a key; `read` reads it if it is not kept or no longer valid. Rejects like `read`. If `isFresh`,
   * the value includes everything that any process has committed before this call.
   */
  async of(key: string, read: () => Promise<Value>, isFresh = false): Promise<Value> {
    const kept = this.#values.get(key);
    if (kept && !hasTurn(kept)) return kept.known ?? withinBudget(kept.value);
    const state = await this.#commits.state(isFresh);
    const same = this.#values.get(key);
    if (same?.state === state) return same.known ?? withinBudget(same.value);
    if (kept) kept.turns.left -= 1;
    const value = read();
    const next: Kept<Value> = { state, value, bytes: kept?.bytes ?? 1, turns: kept?.turns ?? newTurns() };
    this.#values.set(key, next);
    value.then(
      (known) => {
        next.known = known;
        next.bytes = Math.max(1, this.#sizeOf(known));
        // Sets the value again, because its size counts only now.
        if (this.#values.peek(key) === next) this.#values.set(key, { ...next });
      },
      () => {
        if (this.#values.peek(key) === next) this.#values.delete(key);
      },
    );
    return withinBudget(value);
  }
}

const newTurns = (): Turns => ({ left: smallTurns.atOnce, countedAt: performance.now() });

/** Whether a value may be read again. It may not if it was read too often just now. */
function hasTurn({ bytes, turns }: Kept<unknown>): boolean {
  const { perSecond, atOnce } = bytes < largeFrom ? smallTurns : largeTurns;
  const now = performance.now();
  turns.left = Math.min(atOnce, turns.left + ((now - turns.countedAt) / 1000) * perSecond);
  turns.countedAt = now;
  return turns.left >= 1;
}
