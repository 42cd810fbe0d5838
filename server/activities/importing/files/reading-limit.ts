import { ProblemError } from '../../../kit/problem-error.ts';

/** One for each core of a small server. A hostile file takes some 300 MB while it is read; most take 20. */
const atOnce = 2;

/** When to come again, in seconds: most files are read in less. */
const later = 1;

/**
 * Whose files are being read. One at a time of each person, so that what a file brings is known when the next one
 * is read, and nobody keeps others from their turn.
 */
export class ReadingTurns {
  readonly #people = new Set<number>();

  /** Does something in a person's turn. Throws 503 where there is none for them now. */
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
