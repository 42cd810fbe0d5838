import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { limitBodies } from './body-limits.ts';
import { bodyLimits } from './request-limits.ts';

const limits = {
  ...bodyLimits,
  grace: 500,
  slowest: 1024 * 1024,
  checkEvery: 50,
  minAge: 0,
  linger: 2000,
  strangers: 1000,
};

let app: FastifyInstance;
let port: number;
/** The number of request bodies that the server has started to read. */
let begun = 0;

beforeAll(async () => {
  app = fastify({ forceCloseConnections: true });
  app.decorateRequest('person', null);
  limitBodies(app, limits);
  app.addHook('preParsing', async () => {
    begun += 1;
  });
  app.post('/', ({ body }) => body);
  app.post('/closed', { onRequest: async (_request, reply) => reply.code(403).send('no') }, () => 'never');
  await app.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = app.server.address() as { port: number });
});
afterAll(() => app.close());

/** Sends the header of a request, which announces a body of `length` bytes, but does not send the body. */
async function begin(
  path: string,
  length: number,
): Promise<{ socket: Socket; received(): string; ended: Promise<unknown> }> {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  socket.on('error', () => {});
  const ended = once(socket, 'close');
  await once(socket, 'connect');
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`,
  );
  return { socket, received: () => text, ended };
}

it('responds with 408 to a body that arrives too slowly', async () => {
  const slow = await begin('/', 500);
  slow.socket.write('{');
  await slow.ended;
  expect(slow.received()).toMatch(/^HTTP\/1.1 408 /);
});

it('responds to a refused request before its body arrives, then closes the connection', async () => {
  const refused = await begin('/closed', 500);
  await refused.ended;
  expect(refused.received()).toMatch(/^HTTP\/1.1 403 /);
});

it('keeps the connection open if a refused request has a short body that still arrives', async () => {
  const refused = await begin('/closed', 10);
  await expect.poll(refused.received, { timeout: 10_000 }).toMatch(/^HTTP\/1.1 403 /);
  refused.socket.write('x'.repeat(10));
  refused.socket.write(
    'POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 6\r\n\r\n"next"',
  );
  await expect.poll(refused.received, { timeout: 10_000 }).toMatch(/HTTP\/1.1 200 [\s\S]*next/);
  refused.socket.destroy();
});

it('aborts the slowest request to make room for the next body', async () => {
  const before = begun;
  const first = await begin('/', 900);
  await expect.poll(() => begun).toBe(before + 1);
  const answer = await fetch(`http://127.0.0.1:${port}/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify('x'.repeat(200)),
  });
  expect(answer.status).toBe(200);
  await first.ended;
  expect(first.received()).toMatch(/^HTTP\/1.1 408 /);
});

it('responds with 503 if there is no room for a body', async () => {
  const answer = await fetch(`http://127.0.0.1:${port}/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify('x'.repeat(2000)),
  });
  expect(answer.status).toBe(503);
});
