/**
 * Limits on how long the database may take and how many connections may be open, each with its reason. Decision record
 * 2 explains how the limits fit together.
 */

const second = 1000;

/** Time limits for the database, in milliseconds. */
export const databaseLimits = {
  /**
   * The maximum total wait of a request. People get a response within 5 seconds; the remaining second is for everything
   * else.
   */
  request: 4 * second,
  /**
   * How long a request waits for its turn while all connections are in use. If there are more requests than
   * the database can handle, the excess requests fail after this time, so that others do not wait behind
   * them.
   */
  turn: 2 * second,
  /** The maximum total wait of a request for a page. After that, the page is sent with cached values. */
  page: 1 * second,
  /** How long to wait for a connection to a standby before the primary is asked instead. */
  standby: 1 * second,
  /** The maximum wait of `/readyz`; load balancers give up after a few seconds. */
  readiness: 2 * second,
  /**
   * Waits shorter than this are not deducted from the budget: an import of hundreds of workouts consists of many short
   * statements.
   */
  negligibleWait: 0.25 * second,
  /** The database server ends a request's wait for a lock after this time, so that the connection can be used again. */
  lock: 3 * second,
  /**
   * The database server cancels a request's statement after this time, even if the request no longer waits for the
   * result.
   */
  statement: 4 * second,
  /** The maximum wait for a rollback, which is immediate if the connection works. */
  rollback: 1 * second,
  /** If a process loses its connection, the database server releases the locks of the request after this time. */
  idleTransaction: 10 * second,
  /**
   * How long a transaction of background work may be idle. Background work may compute for a while between two
   * statements.
   */
  idleBackgroundTransaction: 300 * second,
  /** How long background work waits for a connection; no person waits for the result. */
  backgroundConnection: 60 * second,
  /**
   * The limit for the queue's own statements, which are short. Without this limit, they would wait for 15
   * minutes if the connection is lost.
   */
  queue: 20 * second,
  /** How long to wait for connections to close; the database server may be unreachable. */
  closing: 2 * second,
  /** How long a migration waits for a table. All requests that use the table wait behind the migration. */
  migrationLock: 10 * second,
  /** How long to wait before requesting another connection from a server that had none free. */
  fullServer: 1 * second,
  /**
   * How long a background connection may be idle. The queue keeps one connection busy by polling; the others are
   * released for requests.
   */
  idleBackground: 1 * second,
  /** How long a connection may be idle before it is probed: some networks drop connections that seem unused. */
  keepAlive: 10 * second,
};

/**
 * The maximum number of connections per process, not counting those to a standby. PostgreSQL's default limit
 * of 100 connections is enough for six processes.
 */
export const connectionLimits = { requests: 10, background: 5, readiness: 1, standby: 5 };
