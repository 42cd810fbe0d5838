import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { Client } from './client.ts';
import { databaseLimits } from './database-limits.ts';
import { FairTurns } from './fair-turns.ts';
import { DatabaseUnavailable, isFromServer, isOutOfConnections } from './unavailable.ts';
import { currentBudget, spend, withBudget } from './wait-budget.ts';

type Callback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: pg.PoolClient['release'],
) => void;

/**
 * The name of the event that a pool emits when a connection that may have written something is returned, with
 * the statements that were sent. The connection's transactions have ended, unless the embedded engine is
 * still running an abandoned statement.
 */
export const writeEvent = 'written';

/** The numbers of lent and idle connections of a pool, and the number of callers that wait for a connection. */
export interface PoolUse {
  lent: number;
  idle: number;
  waiting: number;
}

/** How often to retry connecting to a database server that has no free connections, in milliseconds. */
const retryEvery = 100;

/**
 * A connection pool. Requests wait for a connection as long as their budget allows, background work for a minute. If
 * the server grants fewer connections than the pool may open, callers wait for one of the open connections.
 */
export class Pool extends pg.Pool {
  readonly #most: number;
  readonly #turns: FairTurns | undefined;
  #growTimer: NodeJS.Timeout | undefined;
  #waiting = 0;

  /**
   * If `isFair`, the next connection goes to whoever has used the database least; otherwise, to whoever has
   * waited longest.
   */
  constructor(config: pg.PoolConfig, isFair = false) {
    super({ ...config, Client: Client as never });
    this.#most = this.options.max;
    this.#turns = isFair ? new FairTurns(() => this.options.max) : undefined;
    // A broken connection fails its current query and is replaced. Without a listener, the error would end the process.
    this.on('error', () => {});
    this.on('connect', (client) => client.on('error', () => {}));
  }

  /** The numbers of connections in use, by purpose. */
  get uses(): Record<string, PoolUse> {
    const { totalCount, idleCount } = this;
    return { all: { lent: totalCount - idleCount, idle: idleCount, waiting: this.#waiting } };
  }

  override connect(callback?: Callback): never {
    const lent = this.#lend();
    if (!callback) return lent as never;
    lent.then(
      (client) => callback(undefined, client, client.release),
      (error) => callback(error, undefined, () => undefined),
    );
    return undefined as never;
  }

  override query(...args: unknown[]): never {
    const callback = args.at(-1);
    if (typeof callback !== 'function') return this.#queryOnce(args) as never;
    this.#queryOnce(args.slice(0, -1)).then(
      (result) => callback(undefined, result),
      (error) => callback(error),
    );
    return undefined as never;
  }

  async #queryOnce(args: unknown[]): Promise<pg.QueryResult> {
    const client = await this.#lend();
    try {
      return await (client.query as (...args: unknown[]) => Promise<pg.QueryResult>)(...args);
    } finally {
      client.release();
    }
  }

  async #lend(): Promise<pg.PoolClient> {
    const budget = currentBudget();
    const began = performance.now();
    const timeLimit = budget?.left ?? databaseLimits.backgroundConnection;
    let end = () => {};
    this.#waiting += 1;
    try {
      end = (await this.#turns?.begin(budget?.by, Math.min(timeLimit, databaseLimits.turn))) ?? end;
      const client = await this.#find(began + timeLimit);
      const give = client.release.bind(client);
      const release: typeof give = (error) => {
        give(error);
        end();
      };
      const own = client as pg.PoolClient & Client;
      client.release = (error) => {
        if (own.written.size > 0) (this as NodeJS.EventEmitter).emit(writeEvent, own.written);
        own.written = new Set();
        if (error || own.isClean) return release(error);
        own.clean().then((isUsable) => release(!isUsable), release);
      };
      return client;
    } catch (error) {
      end();
      throw error;
    } finally {
      this.#waiting -= 1;
      spend(budget, began);
    }
  }

  async #find(until: number): Promise<pg.PoolClient> {
    for (;;) {
      const left = Math.ceil(until - performance.now());
      if (left <= 0) throw new DatabaseUnavailable('no connection in time');
      // The library reads this option at the start of each wait and handles the timeout.
      this.options.connectionTimeoutMillis = left;
      try {
        return await super.connect();
      } catch (error) {
        if (!isOutOfConnections(error)) throw isFromServer(error) ? error : new DatabaseUnavailable(error);
        this.#limitToOpen();
        await setTimeout(Math.min(retryEvery, left) * Math.random());
      }
    }
  }

  /** Limits the pool to its open connections, and tries to open more after a while. */
  #limitToOpen(): void {
    this.options.max = Math.max(1, this.totalCount);
    this.#growTimer ??= globalThis.setTimeout(() => this.#grow(), databaseLimits.fullServer).unref();
  }

  /**
   * Lets the pool open all its connections again. A caller may wait for a second connection while it holds the only open
   * one, and the library opens connections only for new callers. So the pool itself asks for one, and its release
   * passes that connection on to whoever has waited longest.
   */
  #grow(): void {
    this.#growTimer = undefined;
    this.options.max = this.#most;
    this.#turns?.beginWaiting();
    if (this.waitingCount > 0)
      this.#find(performance.now() + databaseLimits.fullServer).then(
        (client) => client.release(),
        () => undefined,
      );
  }
}

const isOfRequest = () => {
  const budget = currentBudget();
  return budget !== undefined && !budget.isBackground;
};

/**
 * A pool for background work that contains a separate pool for requests, so that neither takes connections from the
 * other.
 */
export class ServerPool extends Pool {
  readonly #requests: Pool;

  constructor(config: pg.PoolConfig, requests: pg.PoolConfig) {
    super(config);
    this.#requests = new Pool(requests, true);
    (this.#requests as NodeJS.EventEmitter).on(writeEvent, (statements) =>
      (this as NodeJS.EventEmitter).emit(writeEvent, statements),
    );
  }

  override get uses(): Record<string, PoolUse> {
    const { all: background } = super.uses;
    const { all: requests } = this.#requests.uses;
    return { requests, background } as Record<string, PoolUse>;
  }

  override connect(callback?: Callback): never {
    return isOfRequest() ? this.#requests.connect(callback) : super.connect(callback);
  }

  override query(...args: unknown[]): never {
    return isOfRequest() ? this.#requests.query(...args) : super.query(...args);
  }

  override end(callback?: () => void): never {
    const ended = Promise.all([super.end(), this.#requests.end()]).then(() => undefined);
    if (!callback) return ended as never;
    ended.finally(callback);
    return undefined as never;
  }
}

/**
 * A pool of connections to a standby. While the standby is unreachable, the pool hands out connections to the
 * primary instead.
 */
export class StandbyPool extends Pool {
  readonly #primary: pg.Pool;

  constructor(primary: pg.Pool, config: pg.PoolConfig) {
    super(config, true);
    this.#primary = primary;
  }

  override connect(): never {
    return this.#connectToEither() as never;
  }

  async #connectToEither(): Promise<pg.PoolClient> {
    const budget = currentBudget();
    const left = Math.min(databaseLimits.standby, budget?.left ?? databaseLimits.standby);
    try {
      return await withBudget({ ...budget, left }, () => super.connect() as Promise<pg.PoolClient>);
    } catch {
      return this.#primary.connect();
    }
  }
}
