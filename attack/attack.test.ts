import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../server/testing/test-database.ts';
import { Attack } from './attack.ts';
import { reported } from './findings.ts';
import { targets } from './targets.ts';
import { makeWorld, type World } from './world.ts';

/** A hundred calls with what is read after them, on a machine that does much else, in milliseconds. */
const patience = 300_000;

let world: World;
let attack: Attack;

beforeAll(async () => {
  world = await makeWorld(await testDatabase());
  attack = new Attack(world);
}, patience);
afterAll(async () => {
  attack.stop();
  await world.close();
});

describe('a hundred generated calls', () => {
  it.each(targets.map((target) => [target.name, target] as const))(
    'to %s never fail, tell what is private, write and refuse, or break what is read',
    async (_, target) => {
      const found = await attack.run(target, { seed: 1, cases: 100 });
      expect(found.map((finding) => reported(finding))).toEqual([]);
    },
    patience,
  );
});
