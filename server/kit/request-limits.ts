/**
 * Limits on how long requests and connections may take and how much memory request bodies may use, each with its
 * reason. Decision record 2 explains how the limits fit together.
 */

const second = 1000;

/** When clients should retry if the database is unavailable, in seconds. */
export const unavailableRetrySeconds = 5;

/** Limits on request bodies: how slowly they may arrive, and how much memory they may take. */
export const bodyLimits = {
  /**
   * The grace period before the minimum rate is enforced, in milliseconds: phones can lose their network for seconds.
   */
  grace: 10 * second,
  /** The minimum rate after the grace period, in bytes per second. Phones on 2G send about twice as fast. */
  slowest: 2 * 1024,
  /** How often arriving bodies are checked, in milliseconds. */
  checkEvery: second,
  /** How long to wait before measuring a body's speed, in milliseconds. */
  minAge: second,
  /**
   * How long the connection of a refused request stays open if its body has not arrived, so that the client can read
   * the response. In milliseconds.
   */
  linger: 2 * second,
  /** The memory for the request bodies of all anonymous clients combined, in bytes. A sign-in takes 100 bytes. */
  strangers: 32 * 1024 * 1024,
  /** The memory for the request bodies of all known clients combined, in bytes; enough for six of the largest files. */
  known: 128 * 1024 * 1024,
  /** The memory for one person's request bodies, in bytes; enough for two of the largest files. */
  person: 41 * 1024 * 1024,
  /** The largest body that an anonymous client may send, in bytes. The forms that visitors send are short. */
  publicBody: 64 * 1024,
};

/** Timeouts of client connections, in milliseconds. */
export const connectionTimeouts = {
  /** How long a request's header may take to arrive; a header fits into one or two packets. */
  header: 15 * second,
  /** How often to check for incomplete headers. */
  checkEvery: 5 * second,
  /**
   * How long a connection may be silent in both directions; longer than the 20 seconds that parsing a file may take.
   */
  silence: 90 * second,
  /** How long requests in progress may still take when the server stops: half of the time that it may take to exit. */
  closing: 5 * second,
};
