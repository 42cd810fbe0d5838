import { once } from 'node:events';
import { connect } from 'node:net';
import fastify from 'fastify';
import { afterEach, expect, it } from 'vitest';
import { streamOfEvents } from '../testing/event-stream.ts';
import { ChangeStream, streamLimits } from './live-stream.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/**
 * Starts a server with a stream of a state that the test sets. The server reads the state only when the test
 * calls `poll`.
 */
async function serve(limits: Partial<typeof streamLimits> = {}) {
  const left = Promise.withResolvers<void>();
  const server = { state: '1', fails: false, reads: async () => {}, left: left.promise };
  const read = async () => {
    await server.reads();
    if (server.fails) throw new Error('the database is unavailable');
    return server.state;
  };
  const stream = new ChangeStream(read, { ...streamLimits, pollEvery: 3_600_000, calm: 0, ...limits });
  const app = fastify({ forceCloseConnections: true });
  let people = 0;
  app.get<{ Querystring: { known?: string } }>('/', async ({ query }, reply) => {
    people += 1;
    reply.raw.once('close', left.resolve);
    await stream.open(reply, people, query.known);
    return reply;
  });
  app.addHook('preClose', async () => stream.close());
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  closing.push(() => app.close());
  const open = (query = '') => streamOfEvents(address + query, {});
  return { server, poll: () => stream.poll(), open, address };
}

it('notifies a limited number of browsers per poll, and every browser eventually', async () => {
  const { server, poll, open } = await serve({ perPoll: 4 });
  const streams = await Promise.all(Array.from({ length: 10 }, () => open('?known=1')));
  server.state = '2';
  const notified: number[] = [];
  for (const [index, stream] of streams.entries())
    void stream.next().then((event) => event?.id === '2' && notified.push(index));
  await poll();
  for (const count of [4, 8, 10]) {
    await poll();
    await expect.poll(() => notified.length).toBe(count);
  }
  expect(notified.toSorted((one, next) => one - next)).toEqual([...streams.keys()]);
});

it('notifies browsers at the poll after the one that found a change', async () => {
  const { server, poll, open } = await serve();
  const stream = await open('?known=1');
  await poll();
  server.state = '2';
  await poll();
  server.state = '3';
  await poll();
  expect((await stream.next())?.id).toBe('2');
});

it('waits for a while before it sends another event to the same browser', async () => {
  const { server, poll, open } = await serve({ calm: 3_600_000 });
  const stream = await open('?known=0');
  for (const state of ['1', '2', '3', '4']) {
    server.state = state;
    await poll();
  }
  expect((await stream.next())?.id).toBe('1');
  server.state = 'the last';
  const later = await open('?known=4');
  await poll();
  await poll();
  expect((await later.next())?.id).toBe('the last');
  stream.leave();
});

it('keeps a stream open while the database is unavailable', async () => {
  const { server, poll, open } = await serve();
  const stream = await open('?known=1');
  await poll();
  server.fails = true;
  await poll();
  server.fails = false;
  server.state = '2';
  await poll();
  await poll();
  expect((await stream.next())?.id).toBe('2');
});

it('refuses more connections than the process can hold', async () => {
  const { open } = await serve({ ofProcess: 2 });
  const streams = await Promise.all([open(), open()]);
  expect((await open()).response.status).toBe(503);
  streams[0]?.leave();
  await expect.poll(async () => (await open()).response.status).toBe(200);
});

it('ends an old stream, so that the person’s session is checked again', async () => {
  const { poll, open } = await serve({ lifetime: 0 });
  const stream = await open('?known=1');
  await poll();
  expect(await stream.next()).toBeUndefined();
});

it('closes the connection of a stream that has ended', async () => {
  const { poll, address } = await serve({ lifetime: 0 });
  const socket = connect(Number(new URL(address).port), '127.0.0.1');
  socket.write('GET /?known=1 HTTP/1.1\r\nhost: localhost\r\n\r\n');
  await once(socket, 'data');
  await poll();
  await once(socket, 'close');
});

it('drops a browser that disconnects while the state is being read', async () => {
  const { server, open, address } = await serve({ ofProcess: 1 });
  const [begun, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  server.reads = () => {
    begun.resolve();
    return goOn.promise;
  };
  const leaving = new AbortController();
  const leaver = fetch(address, { signal: leaving.signal }).catch(() => undefined);
  await begun.promise;
  leaving.abort();
  await leaver;
  await server.left;
  goOn.resolve();
  expect((await open()).response.status).toBe(200);
});
