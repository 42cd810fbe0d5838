import { ProblemError } from '../../../kit/problem-error.ts';

/**
 * The number of files read at the same time: one per core of a small server. Reading most files takes 20 MB of memory;
 * reading a hostile file can take about 300 MB.
 */
const mostConcurrent = 2;

/** The `Retry-After` header, in seconds. Reading most files takes less time. */
const later = 1;

/**
 * Limits how many files are read at the same time. Each person may have only one file read at a time, so that each file
 * is compared with the results of the previous file, and nobody blocks other people.
 */
export class ReadingTurns {
  readonly #people = new Set<number>();

  /** Runs a function while the person has a turn. Throws 503 if the person already has a turn or no turn is free. */
  async take<Result>(personId: number, run: () => Promise<Result>): Promise<Result> {
    if (this.#people.has(personId) || this.#people.size >= mostConcurrent)
      throw new ProblemError(503, 'busy', [], later);
    this.#people.add(personId);
    try {
      return await run();
    } finally {
      this.#people.delete(personId);
    }
  }
}
