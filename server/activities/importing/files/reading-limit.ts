import { ProblemError } from '../../../kit/problem-error.ts';

/** One per core of a small server. A hostile file takes about 300 MB while it is read; most take 20. */
const atOnce = 2;

/** When to retry, in seconds: most files take less. */
const later = 1;

/**
 * People whose files are being read. One file at a time per person, so that each file sees the results of the one
 * before, and nobody blocks others.
 */
export class ReadingTurns {
  readonly #people = new Set<number>();

  /** Runs something in a person's turn. Throws 503 if no turn is free. */
  async take<Result>(personId: number, run: () => Promise<Result>): Promise<Result> {
    if (this.#people.has(personId) || this.#people.size >= atOnce)
      throw new ProblemError(503, 'busy', [], later);
    this.#people.add(personId);
    try {
      return await run();
    } finally {
      this.#people.delete(personId);
    }
  }
}
