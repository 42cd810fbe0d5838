import type { FastifyRequest } from 'fastify';
import type { Temporal } from 'temporal-polyfill';
import type { Person } from '../people/person.ts';
import { type AuthorizationState, isState } from './authorization.ts';
import type { Provider } from './providers/provider.ts';

declare module 'fastify' {
  interface Session {
    /** An authorization that somebody has started in order to connect a service. */
    couplingJourney?: AuthorizationState | undefined;
  }
}

/**
 * The pending authorization that a browser returns from. It can be used once: services may revoke everything granted
 * for a code that is used again.
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
  // Now, and not with the answer: somebody who waits for the service loads the page again.
  await request.session.save();
  return state;
}
