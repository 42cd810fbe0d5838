import { once } from 'node:events';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import { endConnectionsWhenClosing } from './closing.ts';

it('closes the server even if a client reads its response slowly', { timeout: 15_000 }, async () => {
  const app = fastify();
  endConnectionsWhenClosing(app, 200);
  const answered = Promise.withResolvers<void>();
  app.get('/', async (_request, reply) => {
    setImmediate(answered.resolve);
    return reply.send(Readable.from(Array.from({ length: 64 }, () => Buffer.alloc(1024 * 1024))));
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const socket = connect((app.server.address() as { port: number }).port, '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.pause();
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  await answered.promise;
  await app.close();
  expect(app.server.listening).toBe(false);
  socket.destroy();
});
