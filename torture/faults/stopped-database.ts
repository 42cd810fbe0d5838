import { setTimeout } from 'node:timers/promises';
import type { Fault } from '../fault.ts';
import { openPlatform } from '../platform.ts';
import { surviving } from '../scenario.ts';

const pause = 8_000;

/**
 * In the first fault, the cluster crashes and is started again after a while; in the second, it is restarted without a
 * pause.
 */
export const stoppedDatabase: Fault[] = [
  { name: 'stopped-database', pause },
  { name: 'restarted-database', pause: 0 },
].map(({ name, pause }) => ({
  name,
  engine: 'postgresql',
  run: async (round) => {
    const platform = await openPlatform('postgresql', round.template, round.atEnd);
    return surviving({
      round,
      platform,
      isAway: pause > 0,
      fault: async () => {
        await platform.cluster().halt('immediate');
        await setTimeout(pause);
        await platform.cluster().resume();
      },
    });
  },
}));
