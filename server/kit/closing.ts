import type { FastifyInstance } from 'fastify';
import { connectionTimeouts } from './request-limits.ts';

/**
 * Lets a server that closes answer what is under way and then ends every connection: one that is kept
 * open, or was opened and never used, would hold it up for as long as it lasts, and so would whoever takes longer than
 * `patience` to read an answer.
 */
export function endConnectionsWhenClosing(app: FastifyInstance, patience = connectionTimeouts.closing): void {
  let underWay = 0;
  let closing = false;
  const endWhereNothingIsUnderWay = () => {
    if (closing && underWay === 0) app.server.closeAllConnections();
  };
  app.addHook('onRequest', async () => {
    underWay += 1;
  });
  app.addHook('onResponse', async () => {
    underWay -= 1;
    endWhereNothingIsUnderWay();
  });
  app.addHook('preClose', async () => {
    closing = true;
    setTimeout(() => app.server.closeAllConnections(), patience).unref();
    endWhereNothingIsUnderWay();
  });
}
