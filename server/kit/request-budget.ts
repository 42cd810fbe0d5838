import type { FastifyInstance, FastifyRequest } from 'fastify';
import { databaseLimits } from '../db/database-limits.ts';
import { type WaitBudget, withBudget } from '../db/wait-budget.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route serves a page, which is sent with cached values if the database is slow. */
    isPage?: boolean;
  }
  interface FastifyRequest {
    waitBudget: WaitBudget | null;
  }
}

/** Limits how long each request waits for the database. */
export function limitWaits(app: FastifyInstance): void {
  app.decorateRequest('waitBudget', null);
  app.addHook('onRequest', (request, _reply, next) => {
    const { isPage } = request.routeOptions.config;
    request.waitBudget = { left: isPage ? databaseLimits.page : databaseLimits.request, by: request.ip };
    withBudget(request.waitBudget, next);
  });
  // The parts of a body arrive outside the request's async context, so the budget is set after parsing.
  app.addHook('preValidation', (request, _reply, next) => withBudget(budgetOf(request), next));
}

/** Counts this request's use of the database for its person instead of its IP address. */
export function countForPerson({ waitBudget, person }: FastifyRequest): void {
  if (waitBudget && person) waitBudget.by = `person ${person.id}`;
}

const budgetOf = (request: FastifyRequest): WaitBudget =>
  request.waitBudget ?? { left: databaseLimits.request };
