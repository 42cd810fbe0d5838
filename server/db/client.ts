import { createHash } from 'node:crypto';
import { Socket } from 'node:net';
import pg from 'pg';
import { databaseLimits } from './database-limits.ts';
import { statements } from './statements.ts';
import { DatabaseUnavailable, isFromServer, isReadOnly } from './unavailable.ts';
import { currentBudget, spend, type WaitBudget, withoutBudget } from './wait-budget.ts';

type Send = (...args: unknown[]) => Promise<pg.QueryResult>;

const undo = 'rollback';

/**
 * A database connection. A request waits for a statement no longer than its budget allows. Every statement with
 * parameters gets a name, so that PostgreSQL plans the statement once per connection. The number of names is bounded,
 * because all statements are written in this code base.
 */
export class Client extends pg.Client {
  /** The statements sent since this set was last replaced, except those that only read. */
  written = new Set<string>();
  #isBroken = false;
  /** A statement that the embedded engine is still running, although the request no longer waits for the result. */
  #unanswered: Promise<unknown> | undefined;

  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.on('error', () => {
      this.#isBroken = true;
    });
  }

  /**
   * Prepares the connection for its next user: waits for an abandoned statement and rolls back the open transaction.
   * Returns whether the connection can be reused.
   */
  async clean(): Promise<boolean> {
    if (this.#unanswered) {
      await this.#unanswered;
      this.#unanswered = undefined;
      await withoutBudget(() => this.#send([undo]));
    }
    return !this.#isBroken;
  }

  /** Whether the connection can be reused without calling `clean` first. */
  get isClean(): boolean {
    return !this.#unanswered && !this.#isBroken;
  }

  override query(...args: unknown[]): never {
    const [text, values, ...rest] = args;
    const prepared =
      typeof text === 'string' && Array.isArray(values) && values.length > 0
        ? [{ name: nameOf(text), text, values }, ...rest]
        : args;
    const callback = prepared.at(-1);
    if (typeof callback !== 'function') return this.#send(prepared) as never;
    this.#send(prepared.slice(0, -1)).then(
      (result) => callback(undefined, result),
      (error) => callback(error),
    );
    return undefined as never;
  }

  async #send(args: unknown[]): Promise<pg.QueryResult> {
    const budget = currentBudget();
    const text = textOf(args[0]);
    if (!readsOnly.test(text)) this.written.add(text);
    const send = () => (budget ? this.#sendWithin(budget, args) : (super.query as Send)(...args));
    try {
      return await (statements.hasSubscribers ? statements.tracePromise(send, { text }) : send());
    } catch (error) {
      if (isReadOnly(error)) this.#isBroken = true;
      throw this.#isBroken && !isFromServer(error) && !(error instanceof DatabaseUnavailable)
        ? new DatabaseUnavailable(error)
        : error;
    }
  }

  async #sendWithin(budget: WaitBudget, args: unknown[]): Promise<pg.QueryResult> {
    const isUndo = args[0] === undo;
    // `clean` rolls back once the abandoned statement has ended.
    if (this.#unanswered && isUndo) return { rows: [] } as never;
    if (this.#unanswered || (budget.left <= 0 && !isUndo)) throw new DatabaseUnavailable('no time left');
    const began = performance.now();
    const late = Promise.withResolvers<never>();
    const sent = (super.query as Send)(...args);
    const timer = setTimeout(
      () => this.#giveUp(sent, late.reject),
      isUndo ? databaseLimits.rollback : budget.left,
    );
    try {
      return await Promise.race([sent, late.promise]);
    } finally {
      clearTimeout(timer);
      spend(budget, began);
    }
  }

  /**
   * Gives up on a statement that has not returned in time. A PostgreSQL connection is closed, because its state is
   * unknown. The embedded engine cannot be interrupted, so its connection stays unused until the statement ends.
   */
  #giveUp(sent: Promise<unknown>, reject: (error: Error) => void): void {
    const { stream } = this.connection;
    const failure = new DatabaseUnavailable('no answer in time');
    const ended = sent.catch(() => undefined);
    if (stream instanceof Socket) {
      this.#isBroken = true;
      stream.destroy(failure);
    } else this.#unanswered = ended;
    reject(failure);
  }
}

/** Statements that change no data. None of our `select` statements calls a function that changes data. */
const readsOnly = /^\s*(?:select|begin|start|commit|rollback|set|show|listen)\b/i;

const textOf = (statement: unknown): string =>
  typeof statement === 'string' ? statement : String((statement as { text?: string }).text ?? '');

const names = new Map<string, string>();

/**
 * Returns a statement's name: a hash of its text, so that processes behind the same connection pooler never
 * use one name for different statements.
 */
function nameOf(text: string): string {
  const known = names.get(text);
  if (known) return known;
  const name = createHash('sha256').update(text).digest('base64url');
  names.set(text, name);
  return name;
}
