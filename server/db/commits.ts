import type pg from 'pg';
import { written } from './pool.ts';
import { runForEverybody, withinBudget } from './wait-budget.ts';

/** Which commits count, and how soon. */
interface Attention {
  /**
   * How long a look at the database stays valid, in milliseconds. So what is kept in memory is at most this much older
   * than the database, whichever process has written and whatever has crashed since.
   */
  validFor: number;
  /** Only this process's own statements that match it count immediately; by default, all of them do. */
  about?: RegExp;
}

/**
 * Tells whether anything has been committed to the database, by any process. Asks the database instead of being told by
 * the writers: a writer that tells others in its transaction makes all commits wait for one another, and one that tells
 * them afterwards may die in between.
 */
export class Commits {
  readonly #pool: pg.Pool;
  readonly #validFor: number;
  #latest: { state: string; lookedAt: number } | undefined;
  /** The look that is on its way, and how many of this process's writes had ended when it began. */
  #looking: { state: Promise<string>; writes: number } | undefined;
  #writes = 0;

  constructor(pool: pg.Pool, { validFor, about }: Attention) {
    this.#pool = pool;
    this.#validFor = validFor;
    (pool as NodeJS.EventEmitter).on(written, (statements: Set<string>) => {
      if (about && ![...statements].some((statement) => about.test(statement))) return;
      this.#writes += 1;
      this.#latest = undefined;
    });
  }

  /**
   * Returns what stands for everything that has been committed: the same text twice means that nothing was committed in
   * between. Includes all writes of this process that have ended; those of other processes after `validFor` at most, or
   * immediately if `isFresh`.
   */
  async state(isFresh = false): Promise<string> {
    if (!isFresh && this.#latest && performance.now() - this.#latest.lookedAt < this.#validFor)
      return this.#latest.state;
    if (isFresh || this.#looking?.writes !== this.#writes) {
      const looking = { state: runForEverybody(() => this.#look()), writes: this.#writes };
      this.#looking = looking;
      const over = () => {
        if (this.#looking === looking) this.#looking = undefined;
      };
      looking.state.then(over, over);
    }
    return withinBudget((this.#looking as { state: Promise<string> }).state);
  }

  async #look(): Promise<string> {
    const [writes, lookedAt] = [this.#writes, performance.now()];
    const { rows } = await this.#pool.query<{ state: string }>('select pg_current_snapshot()::text as state');
    const state = rows[0]?.state ?? '';
    if (writes === this.#writes) this.#latest = { state, lookedAt };
    return state;
  }
}
