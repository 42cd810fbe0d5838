import fastify, { type FastifyInstance } from 'fastify';
import { unavailableRetrySeconds } from './request-limits.ts';

/**
 * Serves `/healthz` (is the process alive?) and `/readyz` (can the process serve requests?). Both also exist below the
 * base path, for monitors behind a proxy.
 */
export function serveHealth(app: FastifyInstance, basePath: string, isReady: () => Promise<boolean>): void {
  for (const prefix of new Set(['/', basePath])) {
    app.get(`${prefix}healthz`, { schema: { hide: true } } as object, () => ({ status: 'ok' }));
    app.get(`${prefix}readyz`, { schema: { hide: true } } as object, async (_request, reply) => {
      const ready = await isReady();
      if (!ready) reply.code(503).header('retry-after', unavailableRetrySeconds);
      return { status: ready ? 'ok' : 'not ready' };
    });
  }
}

/** Serves only the two health checks, in a process without a web server. Returns a function that closes the port. */
export async function openProbe(
  { host, port, basePath }: { host: string; port: number; basePath: string },
  isReady: () => Promise<boolean>,
): Promise<() => Promise<void>> {
  const app = fastify();
  serveHealth(app, basePath, isReady);
  await app.listen({ host, port });
  return () => app.close();
}
