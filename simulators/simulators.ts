import type { FastifyInstance } from 'fastify';
import type { Platform } from '../contract/couplings.ts';
import type { ClientSettings, ClientsSettings } from '../server/integrations/providers/provider-settings.ts';
import type { Translate } from '../server/kit/problems.ts';
import { Faults, simulateFaults } from './faults.ts';
import { garminSimulator } from './garmin/endpoints.ts';
import { SimulatedGarmin } from './garmin/garmin.ts';
import { garminService } from './garmin/in-browser.ts';
import { googleSimulator } from './google/endpoints.ts';
import { SimulatedGoogle } from './google/google.ts';
import { googleService } from './google/in-browser.ts';
import type { ServiceInBrowser } from './pages/simulator-in-browser.ts';
import { servicePages } from './pages/simulator-pages.ts';
import { polarSimulator } from './polar/endpoints.ts';
import { polarService } from './polar/in-browser.ts';
import { SimulatedPolar } from './polar/polar.ts';
import { stravaSimulator } from './strava/endpoints.ts';
import { stravaService } from './strava/in-browser.ts';
import { SimulatedStrava } from './strava/strava.ts';
import { World } from './world.ts';

/** The simulators of all services, which share a clock and are served by `serveSimulators`. */
export interface Simulators {
  world: World;
  garmin: SimulatedGarmin;
  google: SimulatedGoogle;
  polar: SimulatedPolar;
  strava: SimulatedStrava;
  /** Returns the base address of the simulators, without a trailing slash. */
  address: () => string;
  /** The faults of each service. */
  faults: Record<keyof typeof simulatorPaths, Faults>;
  /** This platform's credentials, which are the same for each service. */
  client: Pick<ClientSettings, 'clientId' | 'clientSecret'>;
}

/** The path of each service, relative to the base address of the simulators. */
export const simulatorPaths = {
  Fitbit: '/google',
  Garmin: '/garmin',
  Polar: '/polar',
  Strava: '/strava',
} as const;

/**
 * Creates the simulators. `origin` returns this platform's public address, with its base path and without a trailing
 * slash; `address` returns the base address of the simulators.
 */
export function createSimulators(
  where: { origin: () => string; address: () => string },
  world = new World(),
): Simulators {
  const client = { clientId: 'global-challenge', clientSecret: 'a secret of the sandbox' };
  /**
   * Returns this platform's client at a service. The redirect address is evaluated on each access, because a server
   * under test knows its port only after it has started.
   */
  const registered = (platform: string) => ({
    ...client,
    get redirectUris() {
      return [`${where.origin()}/${platform}/return`];
    },
  });
  return {
    world,
    client,
    address: where.address,
    faults: { Fitbit: new Faults(), Garmin: new Faults(), Polar: new Faults(), Strava: new Faults() },
    google: new SimulatedGoogle(world, registered('fitbit')),
    garmin: new SimulatedGarmin(
      world,
      registered('garmin'),
      () => `${where.address()}${simulatorPaths.Garmin}`,
    ),
    polar: new SimulatedPolar(world, registered('polar')),
    strava: new SimulatedStrava(world, {
      ...client,
      get callbackDomain() {
        return new URL(where.origin()).hostname;
      },
    }),
  };
}

/** Returns this platform's settings for connecting to the simulators at `address`. */
export function clientsOfSimulators(
  { client, google }: Simulators,
  address: string,
): Required<ClientsSettings> {
  const at = (platform: Platform) => ({ ...client, baseUrl: address + simulatorPaths[platform] });
  return {
    Fitbit: { ...at('Fitbit'), project: google.project.settings },
    Garmin: at('Garmin'),
    Polar: at('Polar'),
    Strava: at('Strava'),
  };
}

/** Serves the simulators below a path prefix: the APIs for clients, and the pages for people. */
export async function serveSimulators(
  app: FastifyInstance,
  prefix: string,
  simulators: Simulators,
  translate: Translate,
): Promise<void> {
  const { garmin, google, polar, strava, faults, world } = simulators;
  const serve = async (service: ServiceInBrowser, simulator: (app: FastifyInstance) => Promise<void>) => {
    const { platform } = service;
    await app.register(
      async (part) => {
        simulateFaults(part, faults[platform], world);
        await part.register(simulator);
      },
      { prefix: prefix + simulatorPaths[platform] },
    );
    await app.register(servicePages(service, translate), { prefix: prefix + simulatorPaths[platform] });
  };
  await serve(garminService(garmin), garminSimulator(garmin));
  await serve(
    googleService(google),
    googleSimulator(google, () => `${simulators.address()}${simulatorPaths.Fitbit}`),
  );
  await serve(polarService(polar), polarSimulator(polar));
  await serve(stravaService(strava), stravaSimulator(strava));
}
