import { parseArgs } from 'node:util';
import { openDatabase } from '../server/db/db.ts';
import { migrate } from '../server/db/migrate.ts';
import { Attack } from './attack.ts';
import { reproduction } from './findings.ts';
import { targets } from './targets.ts';
import { makeWorld } from './world.ts';

const { values } = parseArgs({
  options: { seed: { type: 'string' }, cases: { type: 'string' }, operation: { type: 'string' }, engine: { type: 'string' } },
});
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
const cases = Number(values.cases ?? 1000);
console.time('world');
const database = await openDatabase(values.engine === 'postgresql' ? { databaseUrl: process.env.ATTACK_URL } : {});
await migrate(database.db);
const world = await makeWorld(database);
console.timeEnd('world');
const attack = new Attack(world, { isTimed: false });
let n = 0;
const shown = new Set<string>();
for (const target of targets.filter(({ name }) => !values.operation || name.startsWith(values.operation))) {
  const t = performance.now();
  await attack.run(target, { seed, cases });
  const ms = performance.now() - t;
  process.stdout.write(`${target.name} ${Math.round(ms)} ms ${JSON.stringify(attack.statuses.get(target.name))}\n`);
  for (const f of attack.found) if (!shown.has(f.kind)) { shown.add(f.kind); process.stdout.write(`  !! ${f.kind}\n     ${f.detail.slice(0,400)}\n     ${reproduction(f.request)}\n`); }
  n++;
}
attack.stop();
await world.close();
process.exit(0);
