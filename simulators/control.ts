import type { FastifyInstance } from 'fastify';
import { Temporal } from 'temporal-polyfill';
import * as z from 'zod';
import type { Transport } from './delivery.ts';
import { forged, late, swapped, twice } from './delivery-faults.ts';
import type { Faults } from './faults.ts';
import { garminService } from './garmin/in-browser.ts';
import { googleService } from './google/in-browser.ts';
import type { ServiceInBrowser } from './pages/simulator-in-browser.ts';
import { polarService } from './polar/in-browser.ts';
import { answerRefusals, parseBody, Refusal } from './refusal.ts';
import type { Simulators, simulatorPaths } from './simulators.ts';
import { stravaService } from './strava/in-browser.ts';
import type { World } from './world.ts';

/** The parts of a simulated service that can be controlled. */
interface Controlled {
  service: ServiceInBrowser;
  /** Adds a person and returns their id. */
  add(name: string): string;
  faults: Faults;
  /** The sender of the service's webhook events. */
  sender: { transport: Transport };
}

const Member = z.object({ name: z.string().min(1) });
const Path = z.object({
  platform: z.string(),
  member: z.string().default(''),
  workout: z.string().default(''),
});
const Recorded = z.object({
  startedAt: z.iso.datetime().transform((text) => Temporal.Instant.from(text)),
  utcOffsetMinutes: z.int().default(0),
  elapsedSeconds: z.number().nonnegative(),
  sportType: z.string().min(1),
  movingSeconds: z
    .number()
    .nullish()
    .transform((value) => value ?? null),
  metres: z
    .number()
    .nullish()
    .transform((value) => value ?? null),
  steps: z
    .number()
    .nullish()
    .transform((value) => value ?? null),
  name: z
    .string()
    .nullish()
    .transform((value) => value ?? null),
  device: z
    .string()
    .nullish()
    .transform((value) => value ?? null),
  isManual: z.boolean().default(false),
});
const Wanted = z.object({
  failing: z.object({ calls: z.int().nonnegative(), status: z.int().min(400).max(599) }).optional(),
  downForSeconds: z.number().nonnegative().optional(),
  /** How long each call is delayed, in milliseconds. */
  slowness: z.number().nonnegative().optional(),
  /** Faults in webhook delivery. */
  notices: z
    .union([
      z.enum(['usual', 'twice', 'swapped']),
      z.object({ lateSeconds: z.number().nonnegative() }),
      z.object({ forgedHeader: z.string().min(1) }),
    ])
    .optional(),
});

/** Lets other processes control the simulated services with JSON calls below `/sim`. */
export function controlCalls(simulators: Simulators) {
  const { world } = simulators;
  const controlled = controlledOf(simulators);
  return async (app: FastifyInstance): Promise<void> => {
    answerRefusals(app);
    /** Returns the service in a call's path, with the other path parameters. Throws 404 if the service is unknown. */
    const at = (params: unknown) => {
      const { platform, ...rest } = Path.parse(params);
      const found = Object.entries(controlled).find(([name]) => name.toLowerCase() === platform);
      if (!found) throw new Refusal(404);
      return { ...found[1], ...rest };
    };

    app.get('/sim/clock', async () => ({ now: world.now().toString() }));
    app.post('/sim/clock', async ({ body }) => {
      const { seconds } = parseBody(z.object({ seconds: z.number().nonnegative() }), body);
      await world.advance({ seconds: Math.round(seconds) });
      return { now: world.now().toString() };
    });

    app.get('/sim/:platform/members', async ({ params }) => at(params).service.members());
    app.post('/sim/:platform/members', async ({ params, body }, reply) =>
      reply.code(201).send({ id: at(params).add(parseBody(Member, body).name) }),
    );
    app.post('/sim/:platform/members/:member/uncouple', async ({ params }, reply) => {
      const { service, member } = at(params);
      await service.uncouple(member);
      return reply.code(204).send();
    });

    const workouts = '/sim/:platform/members/:member/workouts';
    app.get(workouts, async ({ params }) => {
      const { service, member } = at(params);
      return service.recorded(member);
    });
    app.post(workouts, async ({ params, body }, reply) => {
      const { service, member } = at(params);
      await service.record(member, parseBody(Recorded, body));
      return reply.code(201).send(service.recorded(member).at(-1));
    });
    app.put(`${workouts}/:workout`, async ({ params, body }, reply) => {
      const { service, member, workout } = at(params);
      await service.edit(member, workout, parseBody(Recorded, body));
      return reply.code(204).send();
    });
    app.delete(`${workouts}/:workout`, async ({ params }, reply) => {
      const { service, member, workout } = at(params);
      await service.remove(member, workout);
      return reply.code(204).send();
    });

    app.put('/sim/:platform/faults', async ({ params, body }, reply) => {
      setFaults(at(params), parseBody(Wanted, body), world);
      return reply.code(204).send();
    });
  };
}

/** Sets the given faults and leaves all other faults unchanged. */
function setFaults({ faults, sender }: Controlled, wanted: z.output<typeof Wanted>, world: World): void {
  const { failing, downForSeconds, slowness, notices } = wanted;
  if (failing) faults.failing = failing;
  if (downForSeconds !== undefined)
    faults.downUntil = world.now().add({ seconds: Math.round(downForSeconds) });
  if (slowness !== undefined) faults.slowness = slowness;
  if (notices === 'twice') sender.transport = twice;
  else if (notices === 'swapped') sender.transport = swapped();
  else if (notices === 'usual') sender.transport = (message, send) => send(message);
  else if (notices && 'lateSeconds' in notices) sender.transport = late(world, notices.lateSeconds);
  else if (notices) sender.transport = forged(notices.forgedHeader);
}

const controlledOf = ({
  garmin,
  google,
  polar,
  strava,
  faults,
}: Simulators): Record<keyof typeof simulatorPaths, Controlled> => ({
  Fitbit: {
    service: googleService(google),
    add: (name) => google.members.add(name).healthUserId,
    faults: faults.Fitbit,
    sender: google.subscribers,
  },
  Garmin: {
    service: garminService(garmin),
    add: (name) => garmin.members.add(name).userId,
    faults: faults.Garmin,
    sender: garmin.push,
  },
  Polar: {
    service: polarService(polar),
    add: (name) => String(polar.members.add(name).userId),
    faults: faults.Polar,
    sender: polar.webhooks,
  },
  Strava: {
    service: stravaService(strava),
    add: (name) => String(strava.members.add(name).athleteId),
    faults: faults.Strava,
    sender: strava.events,
  },
});
