import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import { liveStreams } from './metrics.ts';
import { ProblemError } from './problem-error.ts';

interface Listener {
  response: ServerResponse;
  personId: number;
  /** The state that the browser knows. */
  known: string;
  /** When the browser was last sent an event and when it was last sent any bytes, as returned by `performance.now()`. */
  notifiedAt: number;
  writtenAt: number;
  /** When the stream ends. The browser then connects again, and its session is checked again. */
  endsAt: number;
}

const second = 1000;

export const streamLimits = {
  /** The connections of one person: a few devices with a few windows each. A browser's tabs share a connection. */
  ofPerson: 10,
  /** The connections of this process. One takes about 15 kB. */
  ofProcess: 10_000,
  /** How often to look for a new state, in milliseconds. */
  lookEvery: second / 4,
  /**
   * How many browsers are notified of each look at most. Each then sends about five requests, so a large company does
   * not ask for everything in the same moment.
   */
  ofLook: 50,
  /** How long a browser is left alone after an event, in milliseconds, so that people can read what has moved. */
  calm: 3 * second,
  /** How long a stream may be silent, in milliseconds: proxies close silent connections after half a minute or more. */
  silence: 20 * second,
  /** How long a stream lasts, in milliseconds, plus up to as much again so that streams do not end together. */
  lifetime: 5 * 60 * second,
  /** How soon a browser connects again after losing its stream, in milliseconds, plus up to as much again. */
  reconnect: 3 * second,
  /** How many unsent bytes show that a browser has stopped reading. */
  unsent: 4096,
};

/**
 * Server-sent events that say that something has changed, but not what: browsers then load what they may see. The id and
 * the data of each event are the state, so that a browser that connects again, also to another process, can say what it
 * knows. A browser that knows nothing gets the current state immediately.
 */
export class ChangeStream {
  readonly #read: () => Promise<string>;
  readonly #limits: typeof streamLimits;
  readonly #listeners = new Set<Listener>();
  #timer: NodeJS.Timeout | undefined;
  #isLooking = false;
  #latest: string | undefined;
  #isClosed = false;

  /** `read` returns the current state; the same text twice means that nothing has changed. */
  constructor(read: () => Promise<string>, limits = streamLimits) {
    this.#read = read;
    this.#limits = limits;
  }

  /** Turns a request into a stream. Throws 429 or 503 if there are too many already. */
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
    // What waits for the end of the response would keep the request, its session and its logger in memory, about 5 kB. So
    // `#end` closes the connection itself.
    for (const event of ['finish', 'error']) response.removeAllListeners(event);
    response.on('error', () => response.destroy());
    // These headers protect pages; they would take another 3 kB.
    for (const name of response.getHeaderNames()) response.removeHeader(name);
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'private, no-store, no-transform',
      // nginx would otherwise keep events until it has a few kilobytes of them.
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
    this.#timer ??= setInterval(() => void this.look(), this.#limits.lookEvery).unref();
  }

  /** Reads the state, and notifies browsers of the state that was read at the look before. */
  async look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      // A process may answer from memory for a quarter of a second. A browser that is notified of what was read one look
      // ago gets no older answers, whichever process it asks.
      const before = this.#latest;
      this.#latest = await this.#read();
      if (before !== undefined) this.#notify(before);
    } catch {
      // The database is unavailable; the streams stay open until it is back.
    } finally {
      this.#isLooking = false;
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
    let left = this.#limits.ofLook;
    for (const listener of this.#listeners) {
      if (left === 0) return;
      if (listener.known === state || now - listener.notifiedAt < this.#limits.calm) continue;
      left -= 1;
      listener.known = state;
      listener.notifiedAt = now;
      this.#write(listener, eventOf(state));
      // Moves to the end, so that the others come first at the next look.
      if (this.#listeners.delete(listener)) this.#listeners.add(listener);
    }
  }

  /** Ends streams that are old or not read, and keeps the others open. */
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

/** A time between this and twice as much. */
const spread = (time: number) => time * (1 + Math.random());
