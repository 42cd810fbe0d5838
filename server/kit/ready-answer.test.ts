import fastify from 'fastify';
import { expect, it } from 'vitest';
import { ReadyAnswer } from './ready-answer.ts';

it.each(['br', 'gzip', 'identity'])(
  'keeps no more memory for a small %s response than for its content',
  async (encoding) => {
    const body = Buffer.from(JSON.stringify(Array.from({ length: 300 }, (_, rank) => ({ rank }))));
    const answer = new ReadyAnswer(body, 'application/json');
    const app = fastify();
    let kept = Number.POSITIVE_INFINITY;
    app.get('/', async (request, reply) => {
      const sent = (await answer.bodyFor(request, reply)) as Buffer;
      kept = sent.buffer.byteLength;
      return sent;
    });
    const { headers } = await app.inject({ url: '/', headers: { 'accept-encoding': encoding } });
    expect(headers['content-encoding'] ?? 'identity').toBe(encoding);
    expect(kept).toBeLessThanOrEqual(body.length);
  },
);
