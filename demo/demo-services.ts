import type { FastifyInstance } from 'fastify';
import { Temporal } from 'temporal-polyfill';
import type { ClientsSettings } from '../server/integrations/providers/provider-settings.ts';
import { webhookPath } from '../server/integrations/webhooks/webhooks.ts';
import type { Translate } from '../server/kit/problems.ts';
import { clientsOfSimulators, createSimulators, serveSimulators } from '../simulators/simulators.ts';

/** The path of the simulators, below the base path. */
const path = 'sandbox';

/** The simulated services of a demo: the settings for their clients, and the server that runs beside the app. */
export interface DemoServices {
  clients: ClientsSettings;
  serve(app: FastifyInstance): Promise<void>;
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

/** Starts the simulators of a demo at paths below the app's public address. */
export function openDemoServices(settings: {
  publicUrl: string;
  basePath: string;
  secret: string;
  translate: Translate;
}): DemoServices {
  const { publicUrl, basePath, secret, translate } = settings;
  const origin = publicUrl.replace(/\/$/, '');
  const address = `${origin}/${path}`;
  const simulators = createSimulators({ origin: () => origin, address: () => address });
  const { garmin, google, polar, strava, world } = simulators;
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
  // In the real Garmin portal, operators set the webhook address by hand.
  garmin.push.portal.address = `${origin}${webhookPath(secret, 'Garmin')}`;
  return {
    clients: clientsOfSimulators(simulators, address),
    serve: (app) => serveSimulators(app, `${basePath}${path}`, simulators, translate),
    stop: () => world.stop(),
  };
}
