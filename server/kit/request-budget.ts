import type { FastifyInstance, FastifyRequest } from 'fastify';
import { databaseLimits } from '../db/database-limits.ts';
import { type WaitBudget, withBudget } from '../db/wait-budget.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A page, which is sent with cached values if the database is slow. */
    isPage?: boolean;
  }
  interface FastifyRequest {
    waitBudget: WaitBudget | null;
  }
}

/** Limits how long a request waits for the database to the time that its caller waits. */
export function limitWaits(app: FastifyInstance): void {
  app.decorateRequest('waitBudget', null);
  app.addHook('onRequest', (request, _reply, next) => {
    const { isPage } = request.routeOptions.config;
    request.waitBudget = { left: isPage ? databaseLimits.page : databaseLimits.request };
    withBudget(request.waitBudget, next);
  });
  // The parts of a body arrive outside the request's async context.
  app.addHook('preValidation', (request, _reply, next) => withBudget(budgetOf(request), next));
}

const budgetOf = (request: FastifyRequest): WaitBudget =>
  request.waitBudget ?? { left: databaseLimits.request };
