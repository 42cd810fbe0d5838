import type pg from 'pg';
import { writeEvent } from './pool.ts';
import { type States, TableChanges } from './table-changes.ts';
import { changing, type Subject } from './table-subjects.ts';
import { runForEverybody, withinBudget } from './wait-budget.ts';

/** Which commits are noticed, and how soon. */
export interface CommitOptions {
  /** If set, only commits that change the tables of this subject are noticed; by default, all commits. */
  subject?: Subject;
  /**
   * How long the result of a query stays valid, in milliseconds. Data kept in memory is at most this much older than
   * the database, even if the process that changed the database has crashed since.
   */
  validFor: number;
}

/** A query of what has been committed. */
interface Query {
  states: Promise<States>;
  /** For each object that is told the result, how many of this process's writes had ended when the query began. */
  writes: Map<Commits, number>;
}

/**
 * Queries what any process has committed to the database. Does not rely on notifications from the writers:
 * notifications within a transaction would make all commits wait for one another, and a process may crash between a
 * commit and its notification.
 */
export class CommitQueries {
  readonly #changes: TableChanges;
  readonly #pool: pg.Pool;
  readonly #told: Commits[] = [];
  #running: Query | undefined;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
    this.#changes = new TableChanges(pool);
  }

  /** Returns an object that notices such commits. */
  noticing(options: CommitOptions): Commits {
    const commits = new Commits((isFresh) => this.#statesFor(commits, isFresh), options);
    (this.#pool as NodeJS.EventEmitter).on(writeEvent, (statements: Set<string>) =>
      commits.noticeWrite(statements),
    );
    this.#told.push(commits);
    return commits;
  }

  /** Returns the result of the running query if it includes all writes that concern the caller, or of a new one. */
  #statesFor(commits: Commits, isFresh: boolean): Promise<States> {
    if (isFresh || this.#running?.writes.get(commits) !== commits.writes) this.#running = this.#begin();
    return this.#running.states;
  }

  #begin(): Query {
    const began = performance.now();
    const writes = new Map(this.#told.map((one) => [one, one.writes]));
    const states = runForEverybody(() => this.#changes.query()).then((found) => {
      // All objects get the same result, so that no response is made from settings that are older than the response
      // claims to be.
      for (const [one, count] of writes) if (one.writes === count) one.use(found, began);
      return found;
    });
    const query = { states, writes };
    const over = () => {
      if (this.#running === query) this.#running = undefined;
    };
    states.then(over, over);
    return query;
  }
}

/** Tells whether any process has committed anything to the database, or to the tables of a subject. */
export class Commits {
  readonly #query: (isFresh: boolean) => Promise<States>;
  readonly #subject: 'all' | Subject;
  readonly #validFor: number;
  #latest: { state: string; queriedAt: number } | undefined;
  /** How many of this process's writes have ended. */
  writes = 0;

  constructor(query: (isFresh: boolean) => Promise<States>, { subject, validFor }: CommitOptions) {
    this.#query = query;
    this.#subject = subject ?? 'all';
    this.#validFor = validFor;
  }

  /** The text that `state` would return without querying the database, if there is one. */
  get known(): string | undefined {
    const latest = this.#latest;
    return latest && performance.now() - latest.queriedAt < this.#validFor ? latest.state : undefined;
  }

  /**
   * Returns a text that identifies what has been committed: if two calls return the same text, nothing that is noticed
   * was committed between them. Includes all writes of this process that have ended. Includes the
   * writes of other processes after at most `validFor`, or immediately if `isFresh`.
   */
  async state(isFresh = false): Promise<string> {
    const known = isFresh ? undefined : this.known;
    if (known !== undefined) return known;
    return (await withinBudget(this.#query(isFresh)))[this.#subject];
  }

  /** Must be called when a connection of this process that has sent these statements has ended its transactions. */
  noticeWrite(statements: Set<string>): void {
    const subject = this.#subject;
    if (subject !== 'all' && ![...statements].some((statement) => changing[subject].test(statement))) return;
    this.writes += 1;
    this.#latest = undefined;
  }

  /** Must be called with the result of a query that includes all of this process's writes. */
  use(states: States, queriedAt: number): void {
    // A query that began later may have ended earlier.
    if (this.#latest === undefined || this.#latest.queriedAt < queriedAt)
      this.#latest = { state: states[this.#subject], queriedAt };
  }
}
