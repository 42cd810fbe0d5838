import { setTimeout } from 'node:timers/promises';
import type { Fault } from '../fault.ts';
import { openPlatform } from '../platform.ts';
import { surviving } from '../scenario.ts';

const pause = 20_000;

/** Freezes all processes of the cluster, as when a machine is suspended, and resumes them. */
export const pausedDatabase: Fault = {
  name: 'paused-database',
  engine: 'postgresql',
  run: async (round) => {
    const platform = await openPlatform('postgresql', round.template, round.atEnd);
    return surviving({
      round,
      platform,
      isAway: true,
      fault: async () => {
        platform.cluster().freeze();
        await setTimeout(pause);
        platform.cluster().thaw();
      },
    });
  },
};
