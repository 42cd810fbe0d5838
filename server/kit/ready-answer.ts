import { hash } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';

const encodings = ['br', 'gzip', 'identity'] as const;
type Encoding = (typeof encodings)[number];

/** Level 5 of 11 compresses a full board in 5 ms instead of a second, at the cost of a few per cent more bytes. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/**
 * Bodies of up to this many bytes are compressed immediately, in less than half a millisecond. Passing a small body to
 * another thread would take several times as long as compressing it.
 */
const small = 16 * 1024;

const compressors: Record<Encoding, (body: Buffer) => Promise<Buffer>> = {
  br: async (body) =>
    withOwnMemory(
      body.length > small
        ? await promisify(brotliCompress)(body, brotliOptions)
        : brotliCompressSync(body, brotliOptions),
    ),
  gzip: async (body) => withOwnMemory(body.length > small ? await promisify(gzip)(body) : gzipSync(body)),
  identity: async (body) => body,
};

/**
 * Returns bytes that will be kept in memory of their own. Node cuts small buffers from blocks of 64 kB, and a block stays
 * in memory as long as any of its buffers.
 */
function withOwnMemory(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes;
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}

/**
 * The size in bytes from which a response is compressed. Less than this fits into one network packet together with the
 * headers, and compressing it would take longer than creating it.
 */
export const compressedFrom = 1024;

/**
 * A response as bytes. Each encoding is created once, when a client first requests it; large responses are compressed
 * outside the event loop.
 */
export class ReadyAnswer {
  readonly bytes: number;
  /** A hash of the result that the response was created from, if it was passed. */
  readonly source: string | undefined;
  readonly #type: string;
  readonly #tag: string;
  readonly #body: Buffer;
  readonly #exceptions: ReadonlySet<number> | undefined;
  readonly #encoded = new Map<Encoding, Buffer | Promise<Buffer>>();

  /** `exceptions` are the people who would get a different response; undefined if that could be anybody. */
  constructor(
    body: Buffer,
    type: string,
    {
      exceptions,
      source,
    }: { exceptions?: ReadonlySet<number> | undefined; source?: string | undefined } = {},
  ) {
    this.bytes = body.length;
    this.source = source;
    this.#type = type;
    this.#tag = `W/"${hash('sha256', body, 'base64url').slice(0, 22)}"`;
    this.#body = withOwnMemory(body);
    this.#exceptions = exceptions;
  }

  /** Returns whether this person gets the same response as a stranger. */
  isFor(personId: number): boolean {
    return this.#exceptions?.has(personId) === false;
  }

  /**
   * Sets the headers of a response, except `cache-control`, and returns its body. The body is empty if the
   * client already has this response.
   */
  bodyFor(request: FastifyRequest, reply: FastifyReply): Buffer | string | Promise<Buffer> {
    reply.header('etag', this.#tag).header('vary', 'accept, accept-encoding');
    if (request.headers['if-none-match']?.includes(this.#tag)) {
      reply.code(304);
      return '';
    }
    const encoding = this.bytes < compressedFrom ? 'identity' : preferred(request);
    reply.type(this.#type);
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    return this.#encoded.get(encoding) ?? this.#encode(encoding);
  }

  #encode(encoding: Encoding): Promise<Buffer> {
    const encoded = compressors[encoding](this.#body);
    this.#encoded.set(encoding, encoded);
    encoded.then(
      (bytes) => this.#encoded.set(encoding, bytes),
      () => this.#encoded.delete(encoding),
    );
    return encoded;
  }
}

/**
 * Sends a body whose headers have been set. Skips the hooks that Fastify would run now: they would compress the body and
 * set cookies. Without them, the server sends about a tenth more responses.
 */
export function sendDirectly(reply: FastifyReply, body: Buffer | string): void {
  reply.header('content-length', Buffer.byteLength(body));
  reply.raw.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders);
  reply.hijack();
  reply.raw.end(body);
}

/** The chosen encoding for each `Accept-Encoding` header; nearly all browsers send one of a few headers. */
const preferences = new LRUCache<string, Encoding>({ max: 100 });

/** Returns the best encoding that a client accepts. */
function preferred({ raw }: FastifyRequest): Encoding {
  const header = String(raw.headers['accept-encoding'] ?? '');
  const known = preferences.get(header);
  if (known) return known;
  const accepted = new Negotiator(raw).encodings([...encodings]);
  const best = encodings.find((one) => accepted.includes(one)) ?? 'identity';
  preferences.set(header, best);
  return best;
}
