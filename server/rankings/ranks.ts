import { sql } from 'kysely';
import type { Commits } from '../db/commits.ts';
import type { Db } from '../db/db.ts';
import { runForEverybody } from '../db/wait-budget.ts';
import { KeptInMemory } from '../kit/kept-in-memory.ts';

/** The memory for scores: four bytes a person and board. */
const mostBytes = 64 * 1024 * 1024;

/**
 * The scores of whole boards in memory, for finding places. Counting in the database how many people are ahead takes
 * longer the more there are, and has to be done for each person who asks. Here, a board is read once for everybody, and a
 * place takes a binary search.
 */
export class Ranks {
  readonly #db: Db;
  readonly #kept: KeptInMemory<Int32Array>;

  constructor(db: Db, commits: Commits) {
    this.#db = db;
    this.#kept = new KeptInMemory(commits, { mostBytes, sizeOf: ({ byteLength }) => byteLength });
  }

  /** Returns the rank of a score, in hundredths of a kilometre: one more than the number of people with better ones. */
  async rankOf(board: string, sport: string, hundredths: number): Promise<number> {
    const scores = await this.#kept.of(`${board} ${sport}`, () =>
      runForEverybody(() => readScores(this.#db, board, sport)),
    );
    return 1 + scores.length - countUpTo(scores, hundredths);
  }
}

/** Reads the scores of a board in ascending order, as bytes, because rows would take ten times as long. */
async function readScores(db: Db, board: string, sport: string): Promise<Int32Array> {
  const { rows } = await sql<{ scores: Buffer | null }>`
    select string_agg(int4send(least(hundredths, 2147483647)::int), ''::bytea order by hundredths) as scores
    from standings where board = ${board} and sport = ${sport} and hundredths > 0`.execute(db);
  const bytes = rows[0]?.scores ?? Buffer.alloc(0);
  return Int32Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readInt32BE(index * 4));
}

/** Returns how many of the ascending scores are at most as good as this one. */
function countUpTo(scores: Int32Array, score: number): number {
  let [from, until] = [0, scores.length];
  while (from < until) {
    const middle = (from + until) >>> 1;
    if ((scores[middle] as number) <= score) from = middle + 1;
    else until = middle;
  }
  return from;
}
