import { setTimeout } from 'node:timers/promises';
import { ProblemError } from './problem-error.ts';

/** When clients should retry after a 503, in seconds. */
const later = 2;

/**
 * How long a refusal is held back, in milliseconds. Clients that retry immediately would otherwise send thousands of
 * requests per second, and refusing these would delay everybody else.
 */
const refusalPause = 500;

/**
 * Limits concurrent work: a few tasks run at the same time, and a limited number of further tasks wait in
 * order of arrival.
 */
export class ConcurrencyLimiter {
  readonly #most: number;
  readonly #mostWaiting: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(most: number, mostWaiting: number) {
    this.#most = most;
    this.#mostWaiting = mostWaiting;
  }

  /** Runs `work` when its turn comes. Throws 503, after a pause, if too many tasks are waiting. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#running < this.#most) this.#running += 1;
    else {
      if (this.#waiting.length >= this.#mostWaiting) {
        await setTimeout(refusalPause);
        throw new ProblemError(503, 'busy', [], later);
      }
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    try {
      return await work();
    } finally {
      // Passes the slot to the next task in the queue.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}
