/**
 * How long things may take, and how much may wait: every limit of requests and connections, with its reason.
 * Decision record 2 says how they fit together.
 */

const second = 1000;

/** When to come again where the database does not answer, in seconds. */
export const unavailableRetrySeconds = 5;

/** Bodies on their way to us: how slow each may be, and how much of the memory they may take together. */
export const bodyLimits = {
  /** Nobody is refused for a slow start: phones lose their network for some seconds. In milliseconds. */
  grace: 10 * second,
  /** What a body has to bring a second after that, in bytes: phones without 3G send twice as much, and little more. */
  slowest: 2 * 1024,
  /** How often arriving bodies are checked, in milliseconds. */
  lookEvery: second,
  /** A younger body has no speed yet, in milliseconds. */
  tooYoung: second,
  /**
   * A client that is refused before its body has arrived can read the answer; then the connection is closed, in
   * milliseconds.
   */
  linger: 2 * second,
  /** The memory for all bodies of anonymous clients at once, in bytes; a sign-in takes 100. */
  strangers: 32 * 1024 * 1024,
  /** The same for all known clients together, in bytes: six of the largest files. */
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
  /** For running requests when the server stops; half of the time that the process has to exit. */
  closing: 5 * second,
};
