import { once } from 'node:events';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import fastify, { type FastifyInstance } from 'fastify';
import { expect, it } from 'vitest';
import { endConnectionsWhenClosing } from './closing.ts';

/** Starts a server on a free port, and returns the port. */
async function listen(app: FastifyInstance): Promise<number> {
  return Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
}

it('closes the server even if a client reads its response slowly', { timeout: 15_000 }, async () => {
  const app = fastify();
  endConnectionsWhenClosing(app, 200);
  const answered = Promise.withResolvers<void>();
  app.get('/', async (_request, reply) => {
    setImmediate(answered.resolve);
    return reply.send(Readable.from(Array.from({ length: 64 }, () => Buffer.alloc(1024 * 1024))));
  });
  const socket = connect(await listen(app), '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.pause();
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  await answered.promise;
  await app.close();
  expect(app.server.listening).toBe(false);
  socket.destroy();
});

it('does not wait for a response whose client has left', { timeout: 15_000 }, async () => {
  const app = fastify();
  endConnectionsWhenClosing(app, 60_000);
  const left = Promise.withResolvers<void>();
  app.get('/endless', async (_request, reply) => {
    reply.hijack();
    reply.raw.once('close', left.resolve);
    reply.raw.write('more follows');
  });
  const port = await listen(app);
  const socket = connect(port, '127.0.0.1');
  socket.write('GET /endless HTTP/1.1\r\nhost: x\r\n\r\n');
  await once(socket, 'data');
  socket.destroy();
  await left.promise;
  // The idle connection is closed at once only because no response is counted as running.
  const idle = connect(port, '127.0.0.1');
  await once(idle, 'connect');
  await app.close();
  expect(app.server.listening).toBe(false);
});
