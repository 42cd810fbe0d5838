import { availableParallelism, loadavg } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { buildServer } from '../scripts/built-server.ts';
import { type Fault, Skipped } from './fault.ts';
import { faults } from './faults.ts';
import { type Engine, makeTemplate, type Template } from './platform.ts';
import { isBuilt } from './read-requests.ts';

/**
 * Breaks what a server depends on while people log activities, and compares the acknowledged activities with the stored
 * ones. Run with `npm run torture [-- --only name] [--times 20]`. `--only` takes a name, or a name with an engine such
 * as `kill/embedded`, and may be repeated.
 */
const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    times: { type: 'string', default: '1' },
  },
});

/** The timeout for running a fault, in milliseconds. */
const longest = 400_000;

const templates = new AsyncDisposableStack();
let underWay: AsyncDisposableStack | undefined;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, async () => {
    await underWay?.disposeAsync().catch(report);
    await templates.disposeAsync().catch(report);
    process.exit(1);
  });

const nameOf = ({ name, engine }: Fault) => `${name}/${engine}`;
const chosen = faults.filter(
  (fault) => !values.only || values.only.some((one) => one === fault.name || one === nameOf(fault)),
);
if (chosen.length === 0) {
  report(`Unknown fault. The faults are: ${faults.map(nameOf).join(', ')}`);
  process.exit(1);
}
const busy = loadavg()[0] ?? 0;
if (busy > availableParallelism())
  report(
    `The machine is busy (load ${busy.toFixed(0)} on ${availableParallelism()} cores), which may delay responses.`,
  );
if (!isBuilt)
  report('The apps are not built, so their pages are left out. Run `npm run build` to include them.');

await buildServer();

const made: Partial<Record<Engine, Promise<Template>>> = {};
const counts = { passed: 0, failed: 0, skipped: 0 };
try {
  for (let time = 0; time < Number(values.times); time += 1)
    for (const fault of chosen) counts[await outcomeOf(fault)] += 1;
} finally {
  await templates.disposeAsync();
}
const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : '';
console.log(`\n${counts.passed} passed, ${counts.failed} failed${skipped}`);
process.exit(counts.failed === 0 ? 0 : 1);

/** Runs a fault and prints the result. */
async function outcomeOf(fault: Fault): Promise<keyof typeof counts> {
  const atEnd = new AsyncDisposableStack();
  underWay = atEnd;
  const failures: string[] = [];
  const begin = performance.now();
  let seen = '';
  let reason: string | undefined;
  try {
    made[fault.engine] ??= makeTemplate(fault.engine, templates);
    const template = await made[fault.engine];
    if (!template) throw new Error('there is no demo company to copy');
    const late = setTimeout(longest, undefined, { ref: false }).then(() => {
      throw new Error(`not finished after ${longest / 1000} s`);
    });
    seen = await Promise.race([fault.run({ template, failures, atEnd }), late]);
  } catch (error) {
    if (error instanceof Skipped) reason = error.message;
    else failures.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
  await atEnd.disposeAsync().catch((error) => failures.push(`the clean-up failed: ${error}`));
  underWay = undefined;
  const outcome = reason ? 'skipped' : failures.length > 0 ? 'failed' : 'passed';
  const seconds = ((performance.now() - begin) / 1000).toFixed(0);
  console.log(`${outcome}  ${nameOf(fault)} (${seconds} s): ${reason ?? seen}`);
  for (const failure of failures) console.log(`        ${failure}`);
  return outcome;
}

function report(error: unknown): void {
  console.error(error instanceof Error ? error.message : error);
}
