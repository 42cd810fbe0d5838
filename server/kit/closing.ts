import type { FastifyInstance } from 'fastify';
import { connectionTimeouts } from './request-limits.ts';

/**
 * Lets a closing server finish running requests and then closes every connection. Otherwise an idle keep-alive
 * connection, or a client that takes longer than `timeLimit` to read a response, would delay the exit.
 */
export function endConnectionsWhenClosing(
  app: FastifyInstance,
  timeLimit = connectionTimeouts.closing,
): void {
  let underWay = 0;
  let closing = false;
  const endIdleConnections = () => {
    if (closing && underWay === 0) app.server.closeAllConnections();
  };
  app.addHook('onRequest', async (_request, reply) => {
    underWay += 1;
    // `close` is also emitted if the client leaves before it has read the response; Fastify's hooks do not
    // run then.
    reply.raw.once('close', () => {
      underWay -= 1;
      endIdleConnections();
    });
  });
  app.addHook('preClose', async () => {
    closing = true;
    setTimeout(() => app.server.closeAllConnections(), timeLimit).unref();
    endIdleConnections();
  });
}
