import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { addressOf, onCluster, startPostgresql } from '../scripts/postgresql.ts';
import { openDatabase } from '../server/db/db.ts';
import { migrate } from '../server/db/migrate.ts';
import { type Judgement, judge, merged, type PersonResult, report } from './judgement.ts';
import { fillWithPeople, simulate } from './simulation.ts';

/**
 * Checks what the platform credits against the truth: invents people and their workouts, sends what their devices would
 * report, with everything that can go wrong, and compares the results with what people really did. Run with `npm run
 * truth -- --people 1000 --seeds 5`. Exits with 1 if there is a fault, such as a workout that counted twice or was
 * lost.
 */
const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '1000' },
    seeds: { type: 'string', default: '5' },
    from: { type: 'string', default: '1' },
    /** The number of a single person to simulate, in order to reproduce a fault. */
    only: { type: 'string' },
    json: { type: 'string' },
  },
});
const [people, seeds, firstSeed] = [Number(values.people), Number(values.seeds), Number(values.from)];
/** How many people's events are sent at the same time; enough to keep two cores and the database busy. */
const concurrent = 6;

const postgresql = process.env.TEST_DATABASE_URL
  ? { url: process.env.TEST_DATABASE_URL, stop: () => undefined }
  : await startPostgresql();
const judgements: Judgement[] = [];
try {
  for (let seed = firstSeed; seed < firstSeed + seeds; seed += 1) {
    const began = performance.now();
    const judgement = await tryOut(seed);
    judgements.push(judgement);
    const took = Math.round((performance.now() - began) / 1000);
    console.log(`seed ${seed}, ${people} people, ${took} s`);
    console.log(report(judgement));
  }
} finally {
  postgresql.stop();
}
const all = merged(judgements);
if (judgements.length > 1) console.log(`all seeds\n${report(all)}`);
if (values.json) writeFileSync(values.json, JSON.stringify(all, undefined, 2));
process.exit(all.faults.length > 0 ? 1 : 0);

async function tryOut(seed: number): Promise<Judgement> {
  const name = `truth_${randomUUID().replaceAll('-', '')}`;
  await onCluster(postgresql.url, `create database ${name}`);
  const { db, close } = await openDatabase({ databaseUrl: addressOf(postgresql.url, name) });
  try {
    await migrate(db);
    await fillWithPeople(db, people);
    const results: PersonResult[] = [];
    const waiting = Array.from({ length: people }, (_, index) => index + 1).filter(
      (id) => values.only === undefined || id === Number(values.only),
    );
    await Promise.all(
      Array.from({ length: concurrent }, async () => {
        for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
          results.push(await simulate(db, seed, next));
      }),
    );
    return judge(results);
  } finally {
    await close();
    await onCluster(postgresql.url, `drop database ${name} with (force)`);
  }
}
