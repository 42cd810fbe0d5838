import { expect, it } from 'vitest';
import { testDatabase } from '../server/testing/test-database.ts';
import { judge, type PersonResult } from './judgement.ts';
import { fillWithPeople, simulate } from './simulation.ts';

/** A few of the thousand people of `npm run truth`. */
const people = 10;

it('counts each workout of simulated people once, whatever goes wrong before it arrives', async () => {
  const { db, close } = await testDatabase();
  await fillWithPeople(db, people);
  const results: PersonResult[] = [];
  for (let person = 1; person <= people; person += 1) results.push(await simulate(db, 1, person));
  const { faults, total } = judge(results);
  expect(faults).toEqual([]);
  expect(total).toMatchObject({ twice: 0, lost: 0 });
  expect(total.workouts).toBeGreaterThan(people);
  await close();
});
