import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import { liveStreams } from './metrics.ts';
import { ProblemError } from './problem-error.ts';

interface Listener {
  response: ServerResponse;
  personId: number;
  /** The latest state that the browser has received. */
  known: string;
  /** When the browser was last sent an event and when it was last sent any bytes, as returned by `performance.now()`. */
  notifiedAt: number;
  writtenAt: number;
  /** When the stream ends. The browser then connects again, and its session is checked again. */
  endsAt: number;
}

const second = 1000;

export const streamLimits = {
  /**
   * The connections of one person: a few devices with a few browsers each. All tabs of a browser share a
   * connection.
   */
  ofPerson: 10,
  /** The connections of this process. One takes about 15 kB. */
  ofProcess: 10_000,
  /** How often to read the state, in milliseconds. */
  pollEvery: second / 4,
  /**
   * The maximum number of browsers that are notified per poll. Each of them then sends about five requests, and in a
   * large company too many requests would arrive at the same moment.
   */
  perPoll: 50,
  /**
   * The minimum time between two events to a browser, in milliseconds, so that people can follow the changes.
   */
  calm: 3 * second,
  /** How long a stream may be silent, in milliseconds: proxies close silent connections after half a minute or more. */
  silence: 20 * second,
  /**
   * The minimum duration of a stream, in milliseconds. The maximum is twice as long; durations are random, so
   * that streams do not all end together.
   */
  lifetime: 5 * 60 * second,
  /**
   * The minimum time before a browser reconnects after losing its stream, in milliseconds. The time is
   * random; the maximum is twice as long.
   */
  reconnect: 3 * second,
  /** If more bytes than this are waiting to be sent, the browser has stopped reading. */
  unsent: 4096,
};

/**
 * Sends server-sent events that say only that something has changed; browsers then load what they may see.
 * The id and the data of each event are the state. A browser that reconnects, even to another process, sends
 * the last state that it knows; a browser that knows none gets the current state immediately.
 */
export class ChangeStream {
  readonly #read: () => Promise<string>;
  readonly #limits: typeof streamLimits;
  readonly #listeners = new Set<Listener>();
  #timer: NodeJS.Timeout | undefined;
  #isPolling = false;
  #latest: string | undefined;
  #isClosed = false;

  /** `read` returns the current state. If it returns the same text twice, nothing has changed. */
  constructor(read: () => Promise<string>, limits = streamLimits) {
    this.#read = read;
    this.#limits = limits;
  }

  /**
   * Turns a request into a stream. Throws 429 if the person has too many streams, and 503 if the process has
   * too many or is closing.
   */
  async open(reply: FastifyReply, personId: number, known: string | undefined): Promise<void> {
    const state = await this.#read();
    let own = 0;
    for (const listener of this.#listeners) if (listener.personId === personId) own += 1;
    if (own >= this.#limits.ofPerson) throw new ProblemError(429, 'busy', [], 60);
    if (this.#isClosed || this.#listeners.size >= this.#limits.ofProcess)
      throw new ProblemError(503, 'busy', [], 60);
    reply.hijack();
    const response = reply.raw;
    // The browser may have left during the read.
    if (response.destroyed) return;
    // Listeners for the end of the response would keep the request, its session and its logger in memory,
    // about 5 kB. Without these listeners, `#end` has to close the connection itself.
    for (const event of ['finish', 'error']) response.removeAllListeners(event);
    response.on('error', () => response.destroy());
    // The headers of `reply` are not sent: they protect pages, and a stream does not need them.
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'private, no-store, no-transform',
      // nginx would otherwise buffer events until it has a few kilobytes of them.
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
      connection: 'close',
    });
    const now = performance.now();
    const listener = {
      response,
      personId,
      known: known ?? state,
      notifiedAt: Number.NEGATIVE_INFINITY,
      writtenAt: now,
      endsAt: now + spread(this.#limits.lifetime),
    };
    this.#listeners.add(listener);
    liveStreams.inc();
    response.once('close', () => this.#forget(listener));
    response.write(`retry: ${Math.round(spread(this.#limits.reconnect))}\n\n`);
    if (known === undefined) this.#write(listener, eventOf(state));
    this.#timer ??= setInterval(() => void this.poll(), this.#limits.pollEvery).unref();
  }

  /** Reads the state, and notifies browsers of the state that the previous poll has read. */
  async poll(): Promise<void> {
    if (this.#isPolling) return;
    this.#isPolling = true;
    try {
      // Processes may send responses from memory that are up to a quarter of a second old. Browsers are
      // notified one poll later, when no process sends responses from before the change any more.
      const before = this.#latest;
      this.#latest = await this.#read();
      if (before !== undefined) this.#notify(before);
    } catch {
      // The database is unavailable; the streams stay open until it is back.
    } finally {
      this.#isPolling = false;
    }
    this.#maintain();
  }

  /** Ends all streams. */
  close(): void {
    this.#isClosed = true;
    for (const listener of this.#listeners) this.#end(listener);
  }

  #notify(state: string): void {
    const now = performance.now();
    let left = this.#limits.perPoll;
    for (const listener of this.#listeners) {
      if (left === 0) return;
      if (listener.known === state || now - listener.notifiedAt < this.#limits.calm) continue;
      left -= 1;
      listener.known = state;
      listener.notifiedAt = now;
      this.#write(listener, eventOf(state));
      // Move the listener to the end, so that the next poll notifies the others first.
      if (this.#listeners.delete(listener)) this.#listeners.add(listener);
    }
  }

  /** Ends streams that are old or that the browser does not read, and keeps the others open. */
  #maintain(): void {
    const now = performance.now();
    for (const listener of this.#listeners) {
      const { response, endsAt, writtenAt } = listener;
      if (response.writableLength > this.#limits.unsent) response.destroy();
      else if (now > endsAt) this.#end(listener);
      else if (now - writtenAt > this.#limits.silence) this.#write(listener, ':\n\n');
    }
  }

  #write(listener: Listener, text: string): void {
    listener.writtenAt = performance.now();
    listener.response.write(text);
  }

  /** Ends a stream, and closes its connection once everything is sent. */
  #end(listener: Listener): void {
    this.#forget(listener);
    listener.response.end();
    listener.response.socket?.destroySoon();
  }

  #forget(listener: Listener): void {
    if (this.#listeners.delete(listener)) liveStreams.dec();
    if (this.#listeners.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#latest = undefined;
  }
}

const eventOf = (state: string) => `id: ${state}\ndata: ${state}\n\n`;

/** Returns a random time between `time` and twice `time`. */
const spread = (time: number) => time * (1 + Math.random());
