import type { Temporal } from 'temporal-polyfill';
import type { Activity } from '../../../contract/activities.ts';
import type { Db } from '../../db/db.ts';
import { isFromServer } from '../../db/unavailable.ts';
import { runForEverybody, withinBudget } from '../../db/wait-budget.ts';
import { type AnswerKeeper, type AnswerRow, keepAnswers } from '../../kit/idempotent-call.ts';
import type { Iris } from '../../kit/iris.ts';
import type { Person } from '../../people/person.ts';
import { toActivity } from '../activity.ts';
import { tryLockRecordsOf } from '../source-records/person-lock.ts';
import { insertPlainEntries } from '../writes/entry-write.ts';
import type { EntryValues } from './entry-values.ts';

/** A call that logs an activity. */
export interface EntryCall {
  person: Person;
  values: EntryValues;
  iris: Iris;
  now: Temporal.Instant;
  /** Stores the response under the call's idempotency key. */
  keeper: AnswerKeeper | undefined;
}

type Answer = Omit<Activity, '@context'>;

interface Waiting {
  call: EntryCall;
  resolve(answer: Answer | undefined): void;
  reject(error: unknown): void;
}

/**
 * How many groups are written at the same time: while one waits for the disk, another is written. With a
 * higher limit, groups would be smaller, and writing them all would take longer.
 */
const mostConcurrentGroups = 3;

/**
 * The maximum number of entries in a group. In larger groups, the first entries would wait longer, and hardly
 * any time would be saved.
 */
const mostInGroup = 40;

/**
 * While many people log, the shortest time between the starts of two groups, in milliseconds, unless `enough` people are
 * waiting for the next group. It is longer while a group is being written, because writing takes long only on a busy
 * server. Fewer, larger groups take less of the processor, and boards are read from the database less often.
 */
const gatherFor = { usually: 20, whileWriting: 80 };
const enough = 20;

/**
 * Many people are logging if more than this share of the latest entries arrived before the previous entry was
 * written. A program that waits for each response before it sends the next entry does not slow itself down, unless many
 * people have just logged.
 */
const crowdFrom = 0.3;

/** The weight of an entry in the share above: about twenty entries count. */
const weight = 0.05;

/**
 * Writes entries that arrive at about the same time in one transaction, which is much faster than one
 * transaction per entry. While few people log, an entry that arrives alone is written immediately.
 */
export class EntryGroups {
  readonly #db: Db;
  #waiting: Waiting[] = [];
  /** The number of groups that are being written. */
  #running = 0;
  /** When the latest group was started. */
  #startedAt = 0;
  #isGathering = false;
  /** The share of the latest entries that did not arrive alone. */
  #crowd = 0;

  constructor(db: Db) {
    this.#db = db;
  }

  /**
   * Writes an entry, updates every board and returns the activity. Writes nothing and returns undefined if the entry
   * has to be written alone. That is the case if it must be compared with received records, is refused or repeats an
   * earlier call, if the person's records are locked, or if the group's transaction failed.
   */
  write(call: EntryCall): Promise<Answer | undefined> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer | undefined>();
    const isAlone = this.#running === 0 && this.#waiting.length === 0;
    this.#crowd += weight * ((isAlone ? 0 : 1) - this.#crowd);
    this.#waiting.push({ call, resolve, reject });
    this.#begin();
    return withinBudget(promise);
  }

  #begin(): void {
    if (this.#running >= mostConcurrentGroups || this.#waiting.length === 0) return;
    const gathering = this.#running > 0 ? gatherFor.whileWriting : gatherFor.usually;
    const rest = this.#startedAt + gathering - performance.now();
    if (rest > 0 && this.#crowd > crowdFrom && !this.#hasEnough()) {
      if (!this.#isGathering) this.#gather(rest);
      return;
    }
    this.#startedAt = performance.now();
    const group = this.#nextGroup();
    this.#running += 1;
    runForEverybody(() => this.#writeGroup(group)).finally(() => {
      this.#running -= 1;
      this.#begin();
    });
    // The entries that did not fit follow without waiting for this group.
    if (group.length === mostInGroup) this.#begin();
  }

  /** Whether enough people are waiting; a group has at most one entry of each. */
  #hasEnough(): boolean {
    return new Set(this.#waiting.map(({ call }) => call.person.id)).size >= enough;
  }

  #gather(rest: number): void {
    this.#isGathering = true;
    setTimeout(() => {
      this.#isGathering = false;
      this.#begin();
    }, rest);
  }

  /** Takes the entries that have waited longest, at most one per person. */
  #nextGroup(): Waiting[] {
    const group = new Map<number, Waiting>();
    const later: Waiting[] = [];
    for (const one of this.#waiting) {
      const { id } = one.call.person;
      if (group.size < mostInGroup && !group.has(id)) group.set(id, one);
      else later.push(one);
    }
    this.#waiting = later;
    return [...group.values()];
  }

  async #writeGroup(group: Waiting[]): Promise<void> {
    let isCommitting = false;
    try {
      const answers = await this.#db.transaction().execute(async (tx) => {
        const written = await writeBatch(
          tx,
          group.map(({ call }) => call),
        );
        isCommitting = true;
        return written;
      });
      for (const { call, resolve } of group) {
        const answer = answers.get(call.person.id);
        if (answer && call.keeper) call.keeper.isKept = true;
        resolve(answer);
      }
    } catch (error) {
      // If the commit is not confirmed, it is unknown whether the entries were written.
      const isUndone = !isCommitting && (isFromServer(error) || error instanceof KeyIsTaken);
      for (const { resolve, reject } of group) isUndone ? resolve(undefined) : reject(error);
    }
  }
}

/** Thrown if a call in the group repeats an idempotency key that has already been used. */
class KeyIsTaken extends Error {}

/**
 * Writes the entries that do not have to be written alone. Returns the activities, keyed by the ids of their
 * owners.
 */
async function writeBatch(tx: Db, calls: EntryCall[]): Promise<Map<number, Answer>> {
  const [first] = calls;
  if (!first) return new Map();
  const locked = await tryLockRecordsOf(
    tx,
    calls.map(({ person }) => person.id),
  );
  const entries = calls
    .filter(({ person }) => locked.has(person.id))
    .map(({ person, values }) => ({ personId: person.id, values }));
  if (entries.length === 0) return new Map();
  const rows = await insertPlainEntries(tx, entries, first.now);
  const byOwner = new Map(rows.map((row) => [row.person_id, row]));
  const answers = new Map<number, Answer>();
  const kept: AnswerRow[] = [];
  for (const { person, iris, keeper } of calls) {
    const row = byOwner.get(person.id);
    if (!row) continue;
    const answer = toActivity(iris, row, person);
    answers.set(person.id, answer);
    if (keeper) kept.push(keeper.rowOf(answer));
  }
  if (kept.length > 0 && !(await keepAnswers(tx, kept, first.now))) throw new KeyIsTaken();
  return answers;
}
