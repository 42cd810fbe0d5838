/**
 * How long things may take, and how much may wait: every limit of the database, with its reason.
 * Decision record 2 says how they fit together.
 */

const second = 1000;

/** Waiting for the database, in milliseconds. */
export const databaseLimits = {
  /** In all, for one request: people get an answer within 5 seconds, and a second is left for everything else. */
  request: 4 * second,
  /** For a page: it is sent with what is known from before rather than late. */
  page: 0.5 * second,
  /** For `/readyz`: load balancers give up after a few seconds. */
  readiness: 2 * second,
  /** A shorter wait is normal and does not count: imports of hundreds of workouts consist of many. */
  unnoticed: 0.25 * second,
  /** The server ends a request's wait for a lock itself, so that the connection can be used again. */
  lock: 3 * second,
  /** The server ends a request's statement itself, also where the request has given up on it. */
  statement: 4 * second,
  /** Undoing a transaction takes no time where the connection works. */
  rollback: 1 * second,
  /** The locks of a request whose process was cut off are released after this time. */
  idleTransaction: 10 * second,
  /** Steps of background work compute between their statements; a lost process's locks are released after this time. */
  idleBackgroundTransaction: 300 * second,
  /** Background work may wait long for a connection: nobody is waiting for it. */
  backgroundConnection: 60 * second,
  /** The queue's own statements are short: on a connection that the network has lost they would wait for a quarter of an hour. */
  queue: 20 * second,
  /** A connection says goodbye to the server, which may not hear it. */
  goodbye: 2 * second,
  /** A migration waits this long for a table, as every request behind it does. */
  migrationLock: 10 * second,
  /** Where the server has no more connections, others are asked for after this long. */
  fullServer: 1 * second,
  /** The queue looks for work all the time, on one connection; what else it opened is given back for requests. */
  idleBackground: 1 * second,
  /** A silent connection is tested after this long: networks drop what they think unused. */
  keepAlive: 10 * second,
};

/** Connections that a process opens at most: with the defaults, PostgreSQL's 100 are enough for six processes. */
export const connectionLimits = { requests: 10, background: 5, readiness: 1 };
