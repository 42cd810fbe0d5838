import type { FastifyRequest } from 'fastify';
import type { Temporal } from 'temporal-polyfill';
import type { Person } from '../people/person.ts';
import { type AuthorizationState, isState } from './authorization.ts';

declare module 'fastify' {
  interface Session {
    /** The pending authorization while a person connects a service. */
    couplingJourney?: AuthorizationState | undefined;
  }
}

/**
 * Returns the pending authorization when the browser comes back from a service, and removes it from the session. Each
 * authorization can be used only once, because a service may revoke all tokens when a code is reused.
 */
export async function consumeState(
  request: FastifyRequest,
  platform: string,
  person: Person,
  query: URLSearchParams,
  now: Temporal.Instant,
): Promise<AuthorizationState | undefined> {
  const { couplingJourney: state } = request.session;
  if (!isState(state, platform, person, query, now)) return undefined;
  request.session.couplingJourney = undefined;
  // Save the session now: people may reload the page while we wait for the service to respond.
  await request.session.save();
  return state;
}
