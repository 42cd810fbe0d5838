import type { IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { requestIds, trustedSender } from './logged-requests.ts';

const idOf = requestIds(trustedSender('loopback, 10.0.0.0/8'));
const sent = (id: string | string[], remoteAddress: string) =>
  idOf({ headers: { 'x-request-id': id }, socket: { remoteAddress } } as unknown as IncomingMessage);

it.each([
  ['127.0.0.1', '7d3f8c2e9b1a4f60'],
  ['::1', '7d3f8c2e-9b1a-4f60-8d51-0c1e2f3a4b5c'],
  ['::ffff:10.1.2.3', 'Root=1-67891233:abcdef012345678912345678'],
])('keeps the request id that a proxy at %s has set', (address, id) => {
  expect(sent(id, address)).toBe(id);
});

it.each([
  ['192.0.2.1', '7d3f8c2e9b1a4f60'],
  ['127.0.0.1', 'short'],
  ['127.0.0.1', 'with space and more'],
  ['127.0.0.1', 'line\nbreak-in-the-id'],
  ['127.0.0.1', 'x'.repeat(129)],
  ['127.0.0.1', ''],
])('creates a new request id for a request from %s with the id %j', (address, id) => {
  expect(sent(id, address)).toMatch(/^[\da-f-]{36}$/);
});
