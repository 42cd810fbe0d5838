import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import type { Fault } from '../fault.ts';
import { openPlatform } from '../platform.ts';
import { surviving } from '../scenario.ts';

const pause = 20_000;

/**
 * Another client locks tables for 20 s: either the table that stores activities, or tables that every request
 * reads.
 */
export const lockedTables: Fault[] = [
  { name: 'locked-activities', tables: 'activities' },
  { name: 'locked-people', tables: 'people, sessions' },
].map(({ name, tables }) => ({
  name,
  engine: 'postgresql',
  run: async (round) => {
    const platform = await openPlatform('postgresql', round.template, round.atEnd);
    return surviving({
      round,
      platform,
      fault: async () => {
        const client = new pg.Client(platform.databaseUrl);
        await client.connect();
        await client.query(`begin; lock table ${tables} in access exclusive mode`);
        await setTimeout(pause);
        await client.query('rollback');
        await client.end();
      },
    });
  },
}));
