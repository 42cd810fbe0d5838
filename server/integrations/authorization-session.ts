import type { FastifyRequest } from 'fastify';
import type { Temporal } from 'temporal-polyfill';
import type { Person } from '../people/person.ts';
import { type AuthorizationState, isState } from './authorization.ts';
import type { Provider } from './providers/provider.ts';

declare module 'fastify' {
  interface Session {
    /** The pending authorization to connect a service. */
    couplingJourney?: AuthorizationState | undefined;
  }
}

/**
 * The pending authorization that a browser returns from. It can be used once, as services may revoke everything granted
 * for a reused code.
 */
export async function consumeState(
  request: FastifyRequest,
  provider: Provider,
  person: Person,
  query: URLSearchParams,
  now: Temporal.Instant,
): Promise<AuthorizationState | undefined> {
  const { couplingJourney: state } = request.session;
  if (!isState(state, provider, person, query, now)) return undefined;
  request.session.couplingJourney = undefined;
  // Saved before answering, as people may reload the page while they wait for the service.
  await request.session.save();
  return state;
}
