import { sql } from 'kysely';
import type { Commits } from '../db/commits.ts';
import type { Db } from '../db/db.ts';
import { runForEverybody } from '../db/wait-budget.ts';
import { MemoryCache } from '../kit/memory-cache.ts';
import type { BoardRanks } from '../people/dependencies.ts';
import { hundredthsOf, ScoreList } from './score-list.ts';

/** The memory limit for scores, in bytes: enough for about thirty boards with 100,000 people each. */
const mostBytes = 64 * 1024 * 1024;

/**
 * Keeps the scores of whole boards in memory, to compute ranks. A query would have to count all the people ahead of
 * each person. Instead, each board is read once, and after that only the standings that have changed; a rank is then
 * found by binary search.
 */
export class Ranks {
  readonly #db: Db;
  readonly #cache: MemoryCache<BoardScores>;
  /** The boards that are being read for the first time. */
  readonly #beingRead = new Map<string, BoardScores>();

  constructor(db: Db, commits: Commits) {
    this.#db = db;
    this.#cache = new MemoryCache(commits, {
      mostBytes,
      sizeOf: ({ list }) => list.bytes,
      // Cached responses are made from ranks.
      isNeverBusy: true,
    });
  }

  /** Returns the ranks on a board. The rank of a score is one more than the number of people with higher scores. */
  async on(board: string, sport: string): Promise<BoardRanks> {
    const { list } = await this.#scoresOf(board, sport);
    const of = (hundredths: number) => 1 + list.countAbove(hundredths);
    const ofPerson = (id: number) => {
      const metres = list.metresOf(id);
      const hundredths = hundredthsOf(metres);
      return { metres, rank: hundredths > 0 ? of(hundredths) : null };
    };
    const aheadOf = (id: number) => {
      const hundredths = hundredthsOf(list.metresOf(id));
      const ids = hundredths > 0 ? list.nextAbove(hundredths) : [];
      const people = ids.map((one) => ({ id: one, metres: list.metresOf(one) }));
      return { rank: of(hundredths) - people.length, people };
    };
    return { people: list.countAbove(0), of, ofPerson, aheadOf };
  }

  #scoresOf(board: string, sport: string): Promise<BoardScores> {
    return this.#cache.of(`${board} ${sport}`, (known = this.#firstScores(board, sport)) =>
      runForEverybody(() => known.update()),
    );
  }

  /** Returns the scores of a board that is not in memory yet; the same for all callers until they have been read. */
  #firstScores(board: string, sport: string): BoardScores {
    const key = `${board} ${sport}`;
    const started = this.#beingRead.get(key);
    if (started) return started;
    const scores = new BoardScores(this.#db, board, sport);
    this.#beingRead.set(key, scores);
    const over = () => this.#beingRead.delete(key);
    runForEverybody(() => scores.update()).then(over, over);
    return scores;
  }
}

/** The result of a read: the database snapshot, and the people with their metres as bytes. */
interface ReadScores {
  snapshot: string;
  scores: Buffer | null;
}

class BoardScores {
  list = new ScoreList(new Int32Array(), new Float64Array());
  readonly #db: Db;
  readonly #board: string;
  readonly #sport: string;
  /**
   * The oldest transaction that was still running when the scores were last read, so its changes may be
   * missing; undefined before the first read.
   */
  #unseenFrom: string | undefined;
  /**
   * The last update. Updates run one after another, so that an earlier one cannot overwrite the result of a
   * later one.
   */
  #updating: Promise<unknown> = Promise.resolve();
  /** The update that has not begun yet. All callers share it, so that at most one update waits for another. */
  #next: Promise<this> | undefined;

  constructor(db: Db, board: string, sport: string) {
    this.#db = db;
    this.#board = board;
    this.#sport = sport;
  }

  /** Reads the changes that have been committed since the last update. */
  update(): Promise<this> {
    if (this.#next) return this.#next;
    this.#next = this.#updating.then(async () => {
      this.#next = undefined;
      if (!(await this.#readChanges())) await this.#readAll();
      return this;
    });
    this.#updating = this.#next.catch(() => undefined);
    return this.#next;
  }

  /**
   * Reads the scores of people whose standings have changed; returns false if all scores must be read
   * instead.
   */
  async #readChanges(): Promise<boolean> {
    if (this.#unseenFrom === undefined) return false;
    const { rows } = await sql<ReadScores & { isComplete: boolean; isOfEverybody: boolean }>`
      with unseen as (
        select distinct person_id from standing_changes where transaction >= ${this.#unseenFrom}::text::xid8
      )
      select pg_current_snapshot()::text as snapshot,
        exists (
          select from standing_changes where transaction < ${this.#unseenFrom}::text::xid8
        ) as "isComplete",
        exists (select from unseen where person_id is null) as "isOfEverybody",
        (
          select string_agg(int4send(person_id) || float8send(coalesce((
            select metres from standings
            where board = ${this.#board} and sport = ${this.#sport} and standings.person_id = unseen.person_id
          ), 0)), '') from unseen
        ) as scores`.execute(this.#db);
    const [read] = rows;
    if (!read?.isComplete || read.isOfEverybody) return false;
    const [ids, metres] = columnsOf(read);
    ids.forEach((id, index) => {
      this.list.set(id, metres[index] as number);
    });
    this.#unseenFrom = oldestRunningIn(read);
    return true;
  }

  /** Reads all scores. They are read as bytes, because rows would take ten times as long. */
  async #readAll(): Promise<void> {
    const { rows } = await sql<ReadScores>`
      select pg_current_snapshot()::text as snapshot, (
        select string_agg(int4send(person_id) || float8send(metres), '' order by person_id)
        from standings where board = ${this.#board} and sport = ${this.#sport} and metres > 0
      ) as scores`.execute(this.#db);
    const read = rows[0] as ReadScores;
    this.list = new ScoreList(...columnsOf(read));
    this.#unseenFrom = oldestRunningIn(read);
  }
}

/** Returns the ids of people, and their metres. */
function columnsOf({ scores: bytes }: ReadScores): [Int32Array, Float64Array] {
  const length = (bytes?.length ?? 0) / 12;
  return [
    Int32Array.from({ length }, (_, index) => bytes?.readInt32BE(index * 12) ?? 0),
    Float64Array.from({ length }, (_, index) => bytes?.readDoubleBE(index * 12 + 4) ?? 0),
  ];
}

/**
 * Returns the first part of a snapshot: the oldest transaction that was still running. The changes of all
 * earlier transactions have been read.
 */
const oldestRunningIn = ({ snapshot }: ReadScores) => snapshot.slice(0, snapshot.indexOf(':'));

/**
 * Removes changes that are older than an hour, except those of the latest transaction among them. A process
 * that finds no change older than its scores may have missed changes, and reads whole boards again. Also removes changes
 * with the transactions of another server, from which the database was restored.
 */
export async function removeOldStandingChanges(db: Db): Promise<void> {
  await sql`
    delete from standing_changes
    where transaction >= pg_snapshot_xmax(pg_current_snapshot()) or transaction < (
      select max(transaction) from standing_changes
      where changed_at < now() - interval '1 hour' and transaction < pg_snapshot_xmax(pg_current_snapshot())
    )`.execute(db);
}
