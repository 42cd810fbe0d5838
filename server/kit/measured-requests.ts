import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Operation } from '../../contract/kit/operation.ts';
import { httpDuration, httpRequests } from './metrics.ts';

type Api = Record<string, Record<string, Operation>>;

/**
 * Returns a function that returns the name of the operation that a request calls: an operation of the
 * contract, such as `activities.create`, or `health`, `page`, `unknown` (no route) or `other`.
 */
export function operationNames(api: Api, basePath: string): (request: FastifyRequest) => string {
  const prefix = basePath.slice(0, -1);
  const names = new Map<string, string>();
  for (const [group, operations] of Object.entries(api))
    for (const [name, { method, path }] of Object.entries(operations))
      names.set(`${method} ${prefix}${path}`, `${group}.${name}`);
  return ({ method, routeOptions: { url, config } }) => {
    if (url === undefined) return 'unknown';
    if (config.isPage) return 'page';
    if (/\/(?:healthz|readyz)$/.test(url)) return 'health';
    return names.get(`${method} ${url}`) ?? 'other';
  };
}

/** Counts requests and measures how long they take. */
export function measureRequests(
  app: FastifyInstance,
  operationOf: (request: FastifyRequest) => string,
): void {
  app.addHook('onResponse', async (request, reply) => {
    const operation = operationOf(request);
    httpRequests.inc({ operation, status: `${Math.floor(reply.statusCode / 100)}xx` });
    httpDuration.observe({ operation }, reply.elapsedTime / 1000);
  });
}
