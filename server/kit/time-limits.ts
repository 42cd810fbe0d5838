/**
 * How long things may take, and how much may wait: every limit in one place, with its reason.
 * Record 70 says how they fit together.
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
  /** A shorter wait is normal and does not count: imports of hundreds of workouts are made of such. */
  unnoticed: 0.25 * second,
  /** The server ends a request's wait for a lock itself, so that the connection can be used again. */
  lock: 3 * second,
  /** The server ends a request's statement itself, also where the request has given up on it. */
  statement: 4 * second,
  /** Undoing a transaction takes no time where the connection works. */
  rollback: 1 * second,
  /** A transaction of a request whose process is cut off holds its locks no longer. */
  idleTransaction: 10 * second,
  /** Steps of background work calculate between their statements; a lost process holds its locks no longer. */
  idleBackgroundTransaction: 300 * second,
  /** Background work waits for a connection: nobody sits in front of it. */
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

/** When to come again where the database does not answer, in seconds. */
export const comeAgain = 5;

/** Bodies on their way to us: how slow each may be, and how much of the memory they may take together. */
export const bodyLimits = {
  /** Nobody is refused for a slow beginning: phones lose their network for some seconds. In milliseconds. */
  grace: 10 * second,
  /** What a body has to bring a second after that, in bytes: phones without 3G send twice as much, and little more. */
  slowest: 2 * 1024,
  /** How often bodies are looked at, in milliseconds. */
  lookEvery: second,
  /** A younger body has no speed yet, in milliseconds. */
  tooYoung: second,
  /** Whoever is refused before their body has arrived reads the answer; then the connection ends, in milliseconds. */
  linger: 2 * second,
  /** What strangers send at once takes this much memory at most, in bytes; a sign-in has 100. */
  strangers: 32 * 1024 * 1024,
  /** The same of everybody who is known, in bytes: six of the largest files. */
  known: 128 * 1024 * 1024,
  /** The same of one person, in bytes: two of the largest files. */
  person: 41 * 1024 * 1024,
  /** Forms of strangers are short, in bytes. */
  publicBody: 64 * 1024,
};

/** Connections of callers, in milliseconds. */
export const connectionTimeouts = {
  /** For the header of a request: it fits into a packet or two. */
  header: 15 * second,
  /** How often headers that do not come to an end are looked for. */
  lookEvery: 5 * second,
  /** Without a byte in either direction; above the 20 seconds that reading a file may take. */
  silence: 90 * second,
  /** For answers that are under way when the server ends; half of what the process has for its end. */
  closing: 5 * second,
};
