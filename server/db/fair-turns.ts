import { LRUCache } from 'lru-cache';
import { DatabaseUnavailable } from './unavailable.ts';

interface Waiting {
  by: string | undefined;
  begin(): void;
}

/** How much somebody has used the database, in milliseconds, as it was at a moment. */
interface Use {
  milliseconds: number;
  at: number;
}

/** After this time, half of somebody's use is forgotten, in milliseconds. */
const halfLife = 5000;

/** Of how many people the use is remembered; forgotten people go first again. */
const mostPeople = 10_000;

/**
 * Turns to use the database, a few at the same time. While there are none left, whoever has used the database least in
 * the last seconds is next, so that a few people with many or slow requests delay themselves rather than others.
 */
export class FairTurns {
  readonly #most: () => number;
  readonly #uses = new LRUCache<string, Use>({ max: mostPeople });
  readonly #waiting = new Set<Waiting>();
  #running = 0;

  /** `most` is how many turns there are at the same time. */
  constructor(most: () => number) {
    this.#most = most;
  }

  /**
   * Waits for a turn; `by` is who wants it, undefined if it is for everybody, which goes first. Returns the function that
   * ends the turn. Throws `DatabaseUnavailable` if
   * there is none within `patience` milliseconds.
   */
  async begin(by: string | undefined, patience: number): Promise<() => void> {
    if (this.#running < this.#most()) this.#running += 1;
    else await this.#wait(by, patience);
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

  #wait(by: string | undefined, patience: number): Promise<void> {
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
    }, patience);
    this.#waiting.add(waiting);
    return promise;
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
