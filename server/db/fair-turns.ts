import { LRUCache } from 'lru-cache';
import { DatabaseUnavailable } from './unavailable.ts';

interface Waiting {
  by: string | undefined;
  begin(): void;
}

/** How long a person has used the database, in milliseconds, as calculated at the time `at`. */
interface Use {
  milliseconds: number;
  at: number;
}

/** The half-life of a person's use of the database, in milliseconds: recent use counts more than earlier use. */
const halfLife = 5000;

/**
 * The number of people whose use of the database is remembered. Everybody else counts as not having used the
 * database.
 */
const mostPeople = 10_000;

/**
 * Limits how many callers use the database at the same time. When all turns are taken, the next free one goes
 * to whoever has used the database least in the last seconds, so that a few people with many or slow requests
 * delay themselves rather than others.
 */
export class FairTurns {
  readonly #most: () => number;
  readonly #uses = new LRUCache<string, Use>({ max: mostPeople });
  readonly #waiting = new Set<Waiting>();
  #running = 0;

  /** `most` returns how many turns there are. */
  constructor(most: () => number) {
    this.#most = most;
  }

  /**
   * Waits for a turn. `by` is the person who needs the turn, or undefined for work that everybody needs, which goes
   * first. Returns the function that ends the turn. Throws `DatabaseUnavailable` if no turn is free within `waitLimit`
   * milliseconds.
   */
  async begin(by: string | undefined, waitLimit: number): Promise<() => void> {
    if (this.#running < this.#most()) this.#running += 1;
    else await this.#wait(by, waitLimit);
    const began = performance.now();
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#add(by, performance.now() - began);
      this.#running -= 1;
      this.#beginNext();
    };
  }

  #wait(by: string | undefined, waitLimit: number): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting: Waiting = {
      by,
      begin: () => {
        clearTimeout(timer);
        resolve();
      },
    };
    const timer = setTimeout(() => {
      this.#waiting.delete(waiting);
      reject(new DatabaseUnavailable('no turn in time'));
    }, waitLimit);
    this.#waiting.add(waiting);
    return promise;
  }

  /** Begins as many of the waiting turns as possible. To be called when `most` has grown. */
  beginWaiting(): void {
    while (this.#waiting.size > 0 && this.#running < this.#most()) this.#beginNext();
  }

  #beginNext(): void {
    if (this.#running >= this.#most()) return;
    let next: Waiting | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (const one of this.#waiting) {
      const used = this.#usedBy(one.by);
      if (used < least) [next, least] = [one, used];
    }
    if (!next) return;
    this.#waiting.delete(next);
    this.#running += 1;
    next.begin();
  }

  #add(by: string | undefined, milliseconds: number): void {
    if (by === undefined) return;
    this.#uses.set(by, { milliseconds: this.#usedBy(by) + milliseconds, at: performance.now() });
  }

  #usedBy(by: string | undefined): number {
    if (by === undefined) return -1;
    const use = this.#uses.get(by);
    return use ? use.milliseconds * 0.5 ** ((performance.now() - use.at) / halfLife) : 0;
  }
}
