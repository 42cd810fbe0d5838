/**
 * How long the database may take, and how much may wait: every limit with its reason. Decision record 2 says how they
 * fit together.
 */

const second = 1000;

/** Waiting for the database, in milliseconds. */
export const databaseLimits = {
  /** For one request in total: people get an answer within 5 seconds, and a second is left for everything else. */
  request: 4 * second,
  /** For a page: it is sent with cached values rather than late. */
  page: 0.5 * second,
  /** For `/readyz`: load balancers give up after a few seconds. */
  readiness: 2 * second,
  /** A shorter wait is normal and does not count: imports of hundreds of workouts consist of many. */
  unnoticed: 0.25 * second,
  /** The server itself ends a request's wait for a lock, so that the connection can be used again. */
  lock: 3 * second,
  /** The server itself ends a request's statement, even if the request no longer waits for it. */
  statement: 4 * second,
  /** A rollback is immediate if the connection works. */
  rollback: 1 * second,
  /** The locks of a request are released after this time if its process lost the connection. */
  idleTransaction: 10 * second,
  /** Steps of background work compute between their statements; a lost process's locks are released after this time. */
  idleBackgroundTransaction: 300 * second,
  /** Background work may wait long for a connection, as nobody waits for it. */
  backgroundConnection: 60 * second,
  /** The queue's own statements are short; on a lost connection they would wait for 15 minutes. */
  queue: 20 * second,
  /** For closing a connection politely, as the server may be unreachable. */
  goodbye: 2 * second,
  /** A migration waits this long for a table, and so does every request behind it. */
  migrationLock: 10 * second,
  /** How long to wait before asking a server without free connections again. */
  fullServer: 1 * second,
  /** The queue polls on one connection all the time; others that it opened are released for requests. */
  idleBackground: 1 * second,
  /** An idle connection is probed after this long, as networks drop those that seem unused. */
  keepAlive: 10 * second,
};

/** The most connections that a process opens: with the defaults, PostgreSQL's 100 are enough for six processes. */
export const connectionLimits = { requests: 10, background: 5, readiness: 1 };
