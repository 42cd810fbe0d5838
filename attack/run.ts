import { parseArgs } from 'node:util';
import { Attack } from './attack.ts';
import { type Engine, emptyDatabase, engines } from './engines.ts';
import { reported } from './findings.ts';
import { targets } from './targets.ts';
import { makeWorld } from './world.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    cases: { type: 'string', default: '1000' },
    operation: { type: 'string' },
    engine: { type: 'string' },
  },
});
/** The classes of statuses; `none` means that there was no response. */
const families = ['2xx', '3xx', '4xx', '5xx', 'none'];

const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
const cases = Number(values.cases);
const operations = values.operation?.split(',');
const chosen = targets.filter(({ name }) => !operations || operations.includes(name));
const on = engines.filter((engine) => !values.engine || engine === values.engine);
if (
  !Number.isInteger(seed) ||
  !Number.isInteger(cases) ||
  cases < 1 ||
  chosen.length === 0 ||
  on.length === 0
) {
  process.stderr.write(
    'npm run attack -- [--seed N] [--cases N] [--operation NAME,NAME] [--engine embedded|postgresql]\n',
  );
  process.exit(2);
}

print(`seed ${seed}, ${cases} cases for each of ${chosen.length} operations and addresses`);
let amountFound = 0;
for (const engine of on) amountFound += await attackOn(engine);
process.exit(amountFound > 0 ? 1 : 0);

/** Runs the attack on an engine; returns the number of different kinds of findings. */
async function attackOn(engine: Engine): Promise<number> {
  const world = await makeWorld(await emptyDatabase(engine));
  const attack = new Attack(world, { isFull: true });
  let amount = 0;
  for (const target of chosen) {
    const begun = performance.now();
    const found = await attack.run(target, { seed, cases });
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    const slowest = Math.round(attack.slowest.get(target.name) ?? 0);
    print(
      `${engine} ${target.name.padEnd(36)} ${tableRow(attack.statuses.get(target.name) ?? {})} ${seconds} s, slowest ${slowest} ms`,
    );
    amount += found.length;
    for (const finding of found)
      print(reported(finding, `--seed ${seed} --cases ${cases} --engine ${engine}`));
  }
  attack.stop();
  await world.close();
  const all = [...attack.statuses.values()];
  const sum = (family: string) => all.reduce((total, one) => total + (one[family] ?? 0), 0);
  print(`${engine}: ${tableRow(Object.fromEntries(families.map((one) => [one, sum(one)])))}`);
  print(`${engine}: ${amount === 0 ? 'nothing found' : `${amount} kinds of findings`}`);
  return amount;
}

function tableRow(statuses: Record<string, number>): string {
  return families.map((family) => `${family} ${String(statuses[family] ?? 0).padStart(5)}`).join('  ');
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
