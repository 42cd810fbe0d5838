import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import { Temporal } from 'temporal-polyfill';
import { controlCalls } from '../../simulators/control.ts';
import {
  clientsOfSimulators,
  createSimulators,
  type Simulators,
  serveSimulators,
} from '../../simulators/simulators.ts';
import { World } from '../../simulators/world.ts';
import type { Providers } from '../integrations/provider-access.ts';
import { openProviders } from '../integrations/providers/registry.ts';
import { loadTexts, translator } from '../platform/texts/texts.ts';

/** The simulated services on an HTTP server, and the adapters that call them. */
export interface SimulatedServices extends Omit<Simulators, 'address'> {
  /** The address of the simulators. */
  address: string;
  /** The settings for a server process to connect to the simulators. */
  settings: Record<string, string>;
  providers: Providers;
  close(): Promise<void>;
}

/**
 * Returns a simulated world with the same time as the app under test, so that no test depends on the time of day, or on
 * when the services' rate limits of 15 minutes begin.
 */
export const worldOfTests = () => new World(Temporal.Instant.from('2026-11-21T11:00:00Z'));

/**
 * Serves the simulators on a free port. `origin` returns the address of the platform under test, as browsers use it.
 */
export async function simulatedServices(origin: () => string): Promise<SimulatedServices> {
  let address = '';
  const simulators = createSimulators({ origin, address: () => address }, worldOfTests());
  const server = fastify();
  await serveSimulators(server, '', simulators, translator(await loadTexts()));
  await server.register(controlCalls(simulators));
  await server.listen({ host: '127.0.0.1', port: 0 });
  address = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  const clients = clientsOfSimulators(simulators, address);
  return {
    ...simulators,
    address,
    settings: Object.fromEntries(
      Object.entries(clients).flatMap(([platform, { clientId, clientSecret, baseUrl = '' }]) => [
        [`${platform.toUpperCase()}_CLIENT_ID`, clientId],
        [`${platform.toUpperCase()}_CLIENT_SECRET`, clientSecret],
        [`${platform.toUpperCase()}_BASE_URL`, baseUrl],
      ]),
    ),
    providers: openProviders(clients),
    async close() {
      simulators.world.stop();
      await server.close();
    },
  };
}
