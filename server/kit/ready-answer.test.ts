import fastify from 'fastify';
import { expect, it } from 'vitest';
import { ReadyAnswer } from './ready-answer.ts';

const sizes = [
  { size: 'small', rows: 300 },
  { size: 'large', rows: 2000 },
];
const cases = ['br', 'gzip', 'identity'].flatMap((encoding) => sizes.map((one) => ({ encoding, ...one })));

it.each(cases)(
  'keeps no more memory for a $size $encoding response than for its content',
  async ({ encoding, rows }) => {
    const body = Buffer.from(JSON.stringify(Array.from({ length: rows }, (_, rank) => ({ rank }))));
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
