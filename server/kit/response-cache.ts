import { buffer } from 'node:stream/consumers';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ReadyAnswer } from './ready-answer.ts';

declare module 'fastify' {
  interface FastifyRequest {
    makesAnswer: ((answer: ReadyAnswer | undefined) => void) | null;
  }
}

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
  const answers = new Map<string, Promise<ReadyAnswer | undefined>>();
  app.decorateRequest('makesAnswer', null);
  app.addHook('onRequest', async (request, reply) => {
    const key = `${keyOf(request)} ${request.url.split('?', 1)[0]}`;
    const answer = await answers.get(key);
    if (answer) {
      reply.header('cache-control', 'no-cache');
      return reply.send(await answer.bodyFor(request, reply));
    }
    if (request.method !== 'GET' || answers.size >= mostAnswers) return;
    const { promise, resolve } = Promise.withResolvers<ReadyAnswer | undefined>();
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
    let answer: ReadyAnswer | undefined;
    try {
      if (reply.statusCode === 200) {
        const type = String(reply.getHeader('content-type'));
        answer = new ReadyAnswer(await bytesOf(payload), type);
      }
    } finally {
      done(answer);
    }
    if (!answer) return payload;
    reply.removeHeader('content-length').header('cache-control', 'no-cache');
    return answer.bodyFor(request, reply);
  });
}

const bytesOf = async (payload: unknown): Promise<Buffer> =>
  typeof payload === 'string' || payload instanceof Uint8Array
    ? Buffer.from(payload as string)
    : buffer(payload as AsyncIterable<Buffer>);
