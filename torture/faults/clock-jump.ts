import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { install } from '../../scripts/chromium.ts';
import { type Fault, Skipped } from '../fault.ts';
import { engines, openPlatform, temporaryFolder } from '../platform.ts';
import { surviving } from '../scenario.ts';

const library = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1';
/** How long the clock stays wrong in each direction, in milliseconds. */
const wrongFor = 5_000;

/**
 * Sets the server's clock a day ahead, then a day back, then right again, while people log activities of earlier days.
 * With PostgreSQL, only the server's clock is wrong; the embedded engine shares it.
 */
export const clockJumps: Fault[] = engines.map((engine) => ({
  name: 'clock-jump',
  engine,
  run: async (round) => {
    if (!existsSync(library) && !(install('libfaketime') && existsSync(library)))
      throw new Skipped('needs libfaketime');
    const file = join(temporaryFolder('clock', round.atEnd), 'clock');
    const setClock = (offset: string) => writeFileSync(file, offset);
    setClock('+0');
    const platform = await openPlatform(engine, round.template, round.atEnd);
    return surviving({
      round,
      platform,
      settings: {
        LD_PRELOAD: library,
        FAKETIME_TIMESTAMP_FILE: file,
        FAKETIME_NO_CACHE: '1',
        // The monotonic clock stays right, because it does not jump on real machines either.
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
      },
      // Logs no activities of today, because a server whose clock is a day behind refuses them as future
      // activities.
      traffic: { since: 2 },
      fault: async () => {
        for (const offset of ['+1d', '-1d', '+0']) {
          setClock(offset);
          await setTimeout(wrongFor);
        }
      },
    });
  },
}));
