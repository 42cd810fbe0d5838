import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Temporal } from 'temporal-polyfill';
import type { World } from './world.ts';

/** The faults of a simulated service. At first, there are none. */
export class Faults {
  /** The next `calls` calls fail with this status. */
  failing = { calls: 0, status: 500 };
  /** Every call fails until this time. */
  downUntil: Temporal.Instant | undefined;
  /** How long each call is delayed, in milliseconds. */
  slowness = 0;
}

/** Applies the faults to all calls that an app serves. */
export function simulateFaults(app: FastifyInstance, faults: Faults, world: World): void {
  app.addHook('onRequest', async (_request, reply) => {
    if (faults.slowness > 0) await setTimeout(faults.slowness);
    if (faults.downUntil && world.now().until(faults.downUntil).sign > 0) return reply.code(503).send();
    if (faults.failing.calls === 0) return;
    faults.failing.calls -= 1;
    return reply.code(faults.failing.status).send();
  });
}
