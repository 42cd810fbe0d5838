import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../server/testing/test-database.ts';
import { Attack } from './attack.ts';
import { reported } from './findings.ts';
import { targets } from './targets.ts';
import { makeWorld, type World } from './world.ts';

/** The time limit for forty calls and the reads after them on a busy machine, in milliseconds. */
const timeout = 300_000;

let world: World;
let attack: Attack;

beforeAll(async () => {
  world = await makeWorld(await testDatabase());
  attack = new Attack(world);
}, timeout);
afterAll(async () => {
  attack.stop();
  await world.close();
});

describe('forty generated calls', () => {
  it.each(targets.map((target) => [target.name, target] as const))(
    'to %s never fail, leak private data or break later reads, and write nothing if refused',
    async (_, target) => {
      const found = await attack.run(target, { seed: 1, cases: 40 });
      expect(found.map((finding) => reported(finding))).toEqual([]);
    },
    timeout,
  );
});
