import type pg from 'pg';
import { writeEvent } from './pool.ts';
import { runForEverybody, withinBudget } from './wait-budget.ts';

/** Which commits are noticed, and how soon. */
interface CommitOptions {
  /**
   * How long the result of a query stays valid, in milliseconds. Data kept in memory is at most this much older than
   * the database, even if the process that changed the database has crashed since.
   */
  validFor: number;
  /**
   * If set, this process immediately notices only those of its own statements that match this pattern; by default, all
   * of them.
   */
  about?: RegExp;
}

/**
 * Detects whether any process has committed anything to the database. Queries the database rather than
 * relying on notifications from the writers: notifications within a transaction would make all commits wait
 * for one another, and a process may crash between a commit and its notification.
 */
export class Commits {
  readonly #pool: pg.Pool;
  readonly #validFor: number;
  #latest: { state: string; queriedAt: number } | undefined;
  /** The running query, and how many of this process's writes had ended when the query began. */
  #query: { state: Promise<string>; writes: number } | undefined;
  #writes = 0;

  constructor(pool: pg.Pool, { validFor, about }: CommitOptions) {
    this.#pool = pool;
    this.#validFor = validFor;
    (pool as NodeJS.EventEmitter).on(writeEvent, (statements: Set<string>) => {
      if (about && ![...statements].some((statement) => about.test(statement))) return;
      this.#writes += 1;
      this.#latest = undefined;
    });
  }

  /** The text that `state` would return without querying the database, if there is one. */
  get known(): string | undefined {
    const latest = this.#latest;
    return latest && performance.now() - latest.queriedAt < this.#validFor ? latest.state : undefined;
  }

  /**
   * Returns a text that identifies everything that has been committed: if two calls return the same text,
   * nothing was committed between them. Includes all writes of this process that have ended. Includes the
   * writes of other processes after at most `validFor`, or immediately if `isFresh`.
   */
  async state(isFresh = false): Promise<string> {
    const known = isFresh ? undefined : this.known;
    if (known !== undefined) return known;
    if (isFresh || this.#query?.writes !== this.#writes) {
      const query = { state: runForEverybody(() => this.#queryState()), writes: this.#writes };
      this.#query = query;
      const over = () => {
        if (this.#query === query) this.#query = undefined;
      };
      query.state.then(over, over);
    }
    return withinBudget((this.#query as { state: Promise<string> }).state);
  }

  async #queryState(): Promise<string> {
    const [writes, queriedAt] = [this.#writes, performance.now()];
    const { rows } = await this.#pool.query<{ state: string }>('select pg_current_snapshot()::text as state');
    const state = rows[0]?.state ?? '';
    // A query that began later may have ended earlier.
    const isLatest = this.#latest === undefined || this.#latest.queriedAt < queriedAt;
    if (writes === this.#writes && isLatest) this.#latest = { state, queriedAt };
    return state;
  }
}
