import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import type { FastifyInstance } from 'fastify';
import { pathToLog } from './path-to-log.ts';

/** The ids that proxies use: UUIDs, hexadecimal numbers, and numbers in base64. */
const requestId = /^[\w.:+/=-]{8,128}$/;

/** Returns a function that tells whether a request comes from a trusted proxy rather than from a client directly. */
export function trustedSender(trustedProxies: string): (request: IncomingMessage) => boolean {
  const isTrusted = proxyAddr.compile(trustedProxies.split(',').map((one) => one.trim()));
  return ({ socket }) => socket.remoteAddress !== undefined && isTrusted(socket.remoteAddress, 0);
}

/**
 * Returns a function that returns the id of a request: the `X-Request-Id` of a trusted proxy if it is well formed,
 * otherwise a new id. With the proxy's id, the logs of the proxy and of the platform can be compared.
 */
export const requestIds =
  (isTrusted: (request: IncomingMessage) => boolean) =>
  (request: IncomingMessage): string => {
    const sent = request.headers['x-request-id'];
    return typeof sent === 'string' && requestId.test(sent) && isTrusted(request) ? sent : randomUUID();
  };

/**
 * Sends each request's id back in its response, and logs one line per request. Health checks are logged at
 * the level `debug`.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ id }, reply) => {
    reply.header('x-request-id', id);
  });
  app.addHook('onResponse', async ({ log, method, url }, reply) => {
    const path = pathToLog(url);
    const line = { method, path, status: reply.statusCode, milliseconds: Math.round(reply.elapsedTime) };
    if (/\/(?:healthz|readyz)$/.test(path)) log.debug(line, 'request');
    else log.info(line, 'request');
  });
}
