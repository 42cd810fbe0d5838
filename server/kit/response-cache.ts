import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';

declare module 'fastify' {
  interface FastifyRequest {
    makesAnswer: ((answer: Answer | undefined) => void) | null;
  }
}

/** A response as bytes, ready to send. */
interface Answer {
  tag: string;
  type: string;
  bodies: Record<Encoding, Buffer>;
}

const encodings = ['br', 'gzip', 'identity'] as const;
type Encoding = (typeof encodings)[number];

/**
 * The maximum number of cached responses. There are about 150 documents; variants of their addresses must not fill the
 * memory.
 */
const mostAnswers = 400;

/**
 * Creates and compresses each response of an app once, and then sends the same bytes to everybody. `keyOf` returns what
 * a response depends on besides its path.
 */
export function cacheResponses(app: FastifyInstance, keyOf: (request: FastifyRequest) => string): void {
  const answers = new Map<string, Promise<Answer | undefined>>();
  app.decorateRequest('makesAnswer', null);
  app.addHook('onRequest', async (request, reply) => {
    const key = `${keyOf(request)} ${request.url.split('?', 1)[0]}`;
    const answer = await answers.get(key);
    if (answer) return reply.send(bodyOf(answer, request, reply));
    if (request.method !== 'GET' || answers.size >= mostAnswers) return;
    const { promise, resolve } = Promise.withResolvers<Answer | undefined>();
    answers.set(key, promise);
    request.makesAnswer = (made) => {
      if (!made) answers.delete(key);
      resolve(made);
    };
  });
  app.addHook('onSend', async (request, reply, payload) => {
    const done = request.makesAnswer;
    if (!done) return payload;
    request.makesAnswer = null;
    let answer: Answer | undefined;
    try {
      if (reply.statusCode === 200) answer = await answerOf(payload, String(reply.getHeader('content-type')));
    } finally {
      done(answer);
    }
    return answer ? bodyOf(answer, request, reply) : payload;
  });
}

async function answerOf(payload: unknown, type: string): Promise<Answer> {
  const identity =
    typeof payload === 'string' || payload instanceof Uint8Array
      ? Buffer.from(payload as string)
      : await buffer(payload as AsyncIterable<Buffer>);
  const [br, gzipped] = await Promise.all([
    promisify(brotliCompress)(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
    promisify(gzip)(identity),
  ]);
  const tag = `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`;
  return { tag, type, bodies: { br, gzip: gzipped, identity } };
}

/** Sets the headers of a response and returns its body. */
function bodyOf(
  { tag, type, bodies }: Answer,
  request: FastifyRequest,
  reply: FastifyReply,
): Buffer | string {
  const accepted = new Negotiator(request.raw).encodings([...encodings]);
  const encoding = encodings.find((one) => accepted.includes(one)) ?? 'identity';
  reply
    .removeHeader('content-length')
    .headers({ etag: tag, vary: 'accept-encoding', 'cache-control': 'no-cache' });
  if (request.headers['if-none-match']?.includes(tag)) {
    reply.code(304);
    return '';
  }
  reply.type(type);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return bodies[encoding];
}
