/**
 * How long requests and connections may take, and how much may wait: every limit with its reason. Decision record 2
 * says how they fit together.
 */

const second = 1000;

/** When to retry if the database does not answer, in seconds. */
export const unavailableRetrySeconds = 5;

/** Request bodies: how slowly each may arrive, and how much memory they may take together. */
export const bodyLimits = {
  /** A slow start is allowed, as phones lose their network for seconds. In milliseconds. */
  grace: 10 * second,
  /** The minimum rate after that, in bytes per second: phones on 2G send twice as much, and little more. */
  slowest: 2 * 1024,
  /** How often arriving bodies are checked, in milliseconds. */
  lookEvery: second,
  /** A younger body's speed is not measured yet, in milliseconds. */
  tooYoung: second,
  /**
   * After a client is refused before its body has arrived, it has this long to read the answer before the connection is
   * closed, in milliseconds.
   */
  linger: 2 * second,
  /** The memory for all bodies of anonymous clients together, in bytes; a sign-in takes 100. */
  strangers: 32 * 1024 * 1024,
  /** The memory for all bodies of known clients together, in bytes: six of the largest files. */
  known: 128 * 1024 * 1024,
  /** The memory for the bodies of one person, in bytes: two of the largest files. */
  person: 41 * 1024 * 1024,
  /** The largest body of an anonymous client, in bytes: their forms are short. */
  publicBody: 64 * 1024,
};

/** Timeouts of client connections, in milliseconds. */
export const connectionTimeouts = {
  /** For the header of a request, which fits into a packet or two. */
  header: 15 * second,
  /** How often to look for incomplete headers. */
  lookEvery: 5 * second,
  /** Without a byte in either direction; more than the 20 seconds that reading a file may take. */
  silence: 90 * second,
  /** For running requests when the server stops; half of the time that the process has to exit. */
  closing: 5 * second,
};
