import type { FastifyInstance } from 'fastify';

/**
 * Lets a server that closes answer what is under way and then ends every connection: one that is kept
 * open, or was opened and never used, would hold it up for as long as it lasts.
 */
export function endConnectionsWhenClosing(app: FastifyInstance): void {
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
    endWhereNothingIsUnderWay();
  });
}
