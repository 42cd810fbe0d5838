import type { FastifyInstance } from 'fastify';
import { Temporal } from 'temporal-polyfill';
import type { ClientsSettings } from '../server/integrations/providers/provider-settings.ts';
import { webhookPath } from '../server/integrations/webhooks/webhook-routes.ts';
import type { Translate } from '../server/kit/problems.ts';
import {
  clientsOfSimulators,
  createSimulators,
  type Simulators,
  serveSimulators,
} from '../simulators/simulators.ts';
import { World } from '../simulators/world.ts';
import { openServicesFile } from './services-file.ts';

/** The path of the simulators, below the base path. */
const path = 'sandbox';

/** The simulated services of a demo: the settings for their clients, and the server that runs beside the app. */
export interface DemoServices {
  clients: ClientsSettings;
  serve(app: FastifyInstance): Promise<void>;
  /** Warnings for the operator, one per line. */
  warnings: string[];
  stop(): void;
}

/** The people who have an account in each simulator. */
const people = ['Lotte', 'Robin', 'Sam'];

/** The earlier workouts of each person: days ago, metres and minutes. */
const past: [days: number, metres: number, minutes: number][] = [
  [1, 5200, 31],
  [4, 8100, 52],
  [9, 6400, 38],
];

/**
 * Starts the simulators of a demo at paths below the app's public address. Their accounts, workouts and consents are
 * kept in a file in `dataDir`, so that connected accounts survive a restart.
 */
export async function openDemoServices(settings: {
  publicUrl: string;
  basePath: string;
  secret: string;
  dataDir: string;
  translate: Translate;
}): Promise<DemoServices> {
  const { publicUrl, basePath, secret, dataDir, translate } = settings;
  const origin = publicUrl.replace(/\/$/, '');
  const address = `${origin}/${path}`;
  const { state, isNew, warnings, save } = await openServicesFile(dataDir);
  const world = new World(Temporal.Now.instant(), state);
  const simulators = createSimulators({ origin: () => origin, address: () => address }, world);
  if (isNew) addPeople(simulators);
  // In the real Garmin portal, operators set the webhook address by hand.
  simulators.garmin.push.portal.address = `${origin}${webhookPath(secret, 'Garmin')}`;
  return {
    clients: clientsOfSimulators(simulators, address),
    warnings,
    serve: async (app) => {
      const simulated = async (part: FastifyInstance) => {
        // Saves what a call has changed before the caller gets the response.
        part.addHook('onSend', async ({ method, log }) => {
          if (method === 'GET') return;
          await save().catch((error) => log.error(error, 'the simulated services were not saved'));
        });
        await serveSimulators(part, `${basePath}${path}`, simulators, translate);
      };
      // The operator's log covers only the platform, so it leaves out requests to the simulators.
      await app.register(simulated, { logLevel: 'warn' });
    },
    stop: () => world.stop(),
  };
}

function addPeople({ garmin, google, polar, strava, world }: Simulators): void {
  const recordings = (sportType: string) =>
    past.map(([days, metres, minutes]) => ({
      startedAt: Temporal.Instant.fromEpochMilliseconds(
        world.now().subtract({ hours: days * 24 }).epochMilliseconds,
      ),
      utcOffsetMinutes: 60,
      elapsedSeconds: minutes * 60,
      metres,
      sportType,
    }));
  for (const name of people) {
    const { userId } = garmin.members.add(name);
    for (const one of recordings('RUNNING')) garmin.record(userId, one);
    const { healthUserId } = google.members.add(name);
    for (const one of recordings('WALKING')) google.members.keep(google.members.one(healthUserId), one);
    polar.members.add(name);
    const athlete = strava.members.add(name);
    for (const one of recordings('Ride')) strava.members.keep(athlete, one);
  }
}
